DROP INDEX IF EXISTS "notes_words_index";
