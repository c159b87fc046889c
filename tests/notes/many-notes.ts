/** 9,900 notes of one person, so that there is room for some, and 10,100 of others, made by the database itself: some words are in most, most are in few. */
import { createHash } from 'node:crypto'

/** One of the 5,000 words there are; the second is in most notes, and the later the rarer. */
export function wordAt(place: number): string {
  const digest = createHash('md5').update(`${place}`).digest('hex')
  return [...digest.slice(0, 3 + (place % 7))]
    .map((digit) => (/\d/.test(digit) ? 'ghijklmnop'[Number(digit)] : digit))
    .join('')
}

/** The statements that make them, about 1 KB each. The index is made anew, which is faster than to fill it. */
export function manyNotes(userId: string, count = 20_000): string {
  return `
    select setseed(0.5);
    create temporary table words as
      select i, translate(substr(md5(i::text), 1, 3 + i % 7), '0123456789', 'ghijklmnop') as word from generate_series(1, 5000) i;
    create index on words (i);
    analyze words;
    create temporary table made as select pg_get_indexdef('notes_words_index'::regclass) as index;
    drop index notes_words_index;
    insert into notes (id, uid, title, text, bytes, created_at, changed_at)
      select gen_random_uuid(), case when n % 2 = 0 and n > ${count / 100} then '${userId}' else 'other-' || n % 7 end, 'Title ' || n,
        body, octet_length('Title ' || n || body), now(), now() - n * interval '1 min'
      from generate_series(1, ${count}) n cross join lateral (
        select string_agg(word, case when k % 12 = 0 then '. ' else ' ' end) as body
        from (select k, ceil(5000 ^ random())::int as i from generate_series(1, 160 + 0 * n) k) as places join words using (i)
      ) as texts;
    do $$ begin execute (select index from made); end $$;
    drop table words, made;
    analyze notes`
}
