/** Fills a migrated PostgreSQL; the indexes are made afterwards. */
import { Client } from 'pg'

const hash = (text: string) => `translate(encode(sha256((${text})::bytea), 'base64'), '+/=', '-_')`
const text = Array.from({ length: 6 }, (_, n) => `md5('${n} ' || n)`).join(` || ' ' || `)

/** A person for ten notes, with five sessions; a tenth of these are of a hundredth of the people. */
const people = `
  insert into accounts (uid, created_at, address, proved_at)
    select 'person-' || n, now(), 'person-' || n || '@example.com', now() from generate_series(FROM / 10 + 1, TO / 10) as n;
  with opened as (
    insert into sessions select gen_random_uuid(), ${hash(`'now ' || n`)}, case when n % 2 = 0 then ${hash(`'before ' || n`)} end, at,
      'person-' || 1 + floor(random() * TO / case when n % 10 = 0 then 1000 else 10 end), at, at, at, at + interval '5 days',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      case when n % 4 = 0 then at end, at, at
    from generate_series(FROM / 2 + 1, TO / 2) as n, lateral (select now() - random() * interval '20 days' + n * interval '0' as at) as t
    returning id)
  insert into session_bindings select id, repeat('k', 180), repeat('s', 43), now(), now() from opened where random() < 0.2`

/** A tenth of the notes is of `heavy` people with 10,000 each, a tenth is shared, and as many as a twentieth are in the trash. */
const notes = `
  with written as (
    insert into notes (id, uid, title, text, folded, folded_version, bytes, created_at, changed_at)
    select gen_random_uuid(), case when n % 10 = 0 then 'heavy-' || n / 100001 else 'person-' || 1 + floor(TO / 10 * random() ^ 2) end,
      'Note', text, 'note ' || text, 1, 202, at, at
    from (select n, ${text} as text, now() - random() * interval '2 years' as at from generate_series(FROM + 1, TO) as n) as drawn
    returning id, uid)
  insert into shares select gen_random_uuid(), id, uid, now() from written where random() < 0.1;
  insert into trashed_notes select gen_random_uuid(), 'person-' || 1 + floor(random() * TO / 10), 'Note', ${text}, 1, 202, now(), now(),
    now() - random() * interval '29 days' from generate_series(FROM / 20 + 1, TO / 20) as n`

/** Twenty batches of each kind to be cleaned away. */
const overdue = `
  insert into sessions (id, token_hash, uid, created_at, renewed_at, seen_at, expires_at, revoked_at)
    select gen_random_uuid(), gen_random_uuid(), 'person-1', now(), now(), now(), now() - interval '1 year',
      case when n % 2 = 0 then now() - interval '1 year' end from generate_series(1, 20000) as n;
  insert into trashed_notes select gen_random_uuid(), 'person-1', '', '', 1, 0, now(), now(), now() - interval '1 year'
    from generate_series(1, 10000);
  insert into rate_limits select gen_random_uuid(), 1, 1 from generate_series(1, 10000)`

/** Constraints, foreign keys first, and then the indexes that are left. */
const supports = [
  `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "on"
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f') order by contype`,
  `select format('drop index %I', indexname) as off, indexdef as "on" from pg_indexes where schemaname = 'public'`,
]

/** Adds rows until there are so many notes. */
export async function fillTo(url: string, before: number, after: number): Promise<void> {
  const [one, other] = [new Client(url), new Client(url)]
  for (const client of [one, other]) {
    await client.connect()
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
    )
  }
  const dropped = []
  for (const support of supports) {
    const { rows } = await one.query<{ off: string; on: string }>(support)
    for (const { off } of rows) await one.query(off)
    dropped.push(...rows)
  }
  const [first, second] = [notes, people].map((text) =>
    text.replaceAll('FROM', `${before}`).replaceAll('TO', `${after}`),
  )
  await Promise.all([one.query(first ?? ''), other.query(second ?? '')])
  for (const { on } of dropped.toReversed()) await one.query(on)
  await one.query(overdue)
  for (const statement of ['vacuum analyze', 'checkpoint']) await one.query(statement)
  await Promise.all([one.end(), other.end()])
}
