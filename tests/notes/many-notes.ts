/** 10,000 notes of one person and as many of others, made by the database itself: some words are in most, most are in few. */
import { createHash } from 'node:crypto'

/** One of the 5,000 words there are; the first is in most notes, and the later the rarer. */
export function wordAt(place: number): string {
  const digest = createHash('md5').update(`${place}`).digest('hex')
  return [...digest.slice(0, 3 + (place % 7))]
    .map((digit) => (/\d/.test(digit) ? 'ghijklmnop'[Number(digit)] : digit))
    .join('')
}

/** The statement that makes them, about 1 KB each. */
export function manyNotes(userId: string): string {
  return `
    select setseed(0.5);
    create temporary table words as
      select i, translate(substr(md5(i::text), 1, 3 + i % 7), '0123456789', 'ghijklmnop') as word from generate_series(1, 5000) i;
    create index on words (i);
    analyze words;
    insert into notes (id, uid, title, text, bytes, created_at, changed_at)
      select gen_random_uuid(), case when n % 2 = 0 then '${userId}' else 'other-' || n % 7 end, 'Title ' || n,
        body, octet_length('Title ' || n || body), now(), now() - n * interval '1 min'
      from generate_series(1, 20000) n cross join lateral (
        select string_agg(word, case when k % 12 = 0 then '. ' else ' ' end) as body
        from (select k, ceil(5000 ^ random())::int as i from generate_series(1, 160 + 0 * n) k) as places join words using (i)
      ) as texts;
    drop table words;
    analyze notes`
}
