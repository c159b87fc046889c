/** Creates many folded notes in the database, with a few common and many rare words. */
import { createHash } from 'node:crypto'

/** One of 5,000 words; the second is in most notes, and later ones are rarer. */
export function wordAt(index: number): string {
  const digest = createHash('md5').update(`${index}`).digest('hex')
  return [...digest.slice(0, 3 + (index % 7))]
    .map((digit) => (/\d/.test(digit) ? 'ghijklmnop'[Number(digit)] : digit))
    .join('')
}

/** The statements that create them, almost half for this user. Rebuilds the index, which is faster than updating it. */
export function manyNotes(userId: string, { count = 20_000, kilobytes = 1 } = {}): string {
  return `
    ${makeWords}
    create temporary table made as select pg_get_indexdef('notes_words_index'::regclass) as index;
    drop index notes_words_index;
    ${insertNotes}
      select gen_random_uuid(), case when n % 2 = 0 and n > ${count / 100} then '${userId}' else 'other-' || n % 7 end, 'Title ' || n,
        body, octet_length('Title ' || n || body), lower('Title ' || n || chr(10) || body), 1, now(), now() - n * interval '1 min'
      from generate_series(1, ${count}) n cross join lateral ${textOf('n', kilobytes)} as texts;
    do $$ begin execute (select index from made); end $$;
    drop table words, made;
    analyze notes`
}

const makeWords = `
    select setseed(0.5);
    create temporary table words as
      select i, translate(substr(md5(i::text), 1, 3 + i % 7), '0123456789', 'ghijklmnop') as word from generate_series(1, 5000) i;
    create index on words (i);
    analyze words;`

const insertNotes = `
    insert into notes (id, uid, title, text, bytes, folded, folded_version, created_at, changed_at)`

/** Different words for each row. */
const textOf = (row: string, kilobytes: number) => `(
        select string_agg(word, case when k % 12 = 0 then '. ' else ' ' end) as body
        from (select k, ceil(5000 ^ random())::int as i from generate_series(1, ${160 * kilobytes} + 0 * ${row}) k) as places join words using (i)
      )`
