/** The statements that the store sends use indexes, by PostgreSQL's `explain`. */
import { Client } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { knowAccount } from '@/lib/server/database/accounts'
import { openDatabase } from '@/lib/server/database/connection'
import { type ProviderUserId, tokenHashOf, type UserId } from '@/lib/server/database/ids'
import { deleteExpiredLimits } from '@/lib/server/database/rate-limit'
import { listInterrupted } from '@/lib/server/database/replacements'
import {
  deleteEndedSessions,
  endSessionRows,
  findSession,
  listSessions,
  renewSessionRow,
} from '@/lib/server/database/sessions'
import { deleteExpiredUses } from '@/lib/server/database/signing-keys'
import type { Author } from '@/lib/server/database/writes'
import { listNotes, noteListRevision } from '@/lib/server/notes/list'
import { findNoteRow, noteUsage, storeNote } from '@/lib/server/notes/notes'
import { exportRows } from '@/lib/server/notes/room'
import { findSharedNote, findShareOfNote } from '@/lib/server/notes/shares'
import { deleteExpiredTrash, listTrash, restoreNote, trashNote } from '@/lib/server/notes/trash'
import { setUpPostgres } from '../../database/setup'
import { authorOf, now } from '../../database/store-fixtures'
import { list, newShareId } from './fixtures'

const postgres = setUpPostgres()
const queries = vi.spyOn(Client.prototype, 'query')

beforeAll(async () => {
  expect(await openDatabase()).toEqual({ status: 'open' })
  for (const statement of [
    `insert into notes (id, uid, title, text, bytes, folded, folded_version, created_at, changed_at)
      select gen_random_uuid(), case when n % 2 = 0 then 'ada' else 'other-' || n % 7 end, 'Title ' || n, body,
        octet_length('Title ' || n || body), lower('Title ' || n || chr(10) || body), 1, now(), now() - n * interval '1 min'
      from generate_series(1, 4000) n cross join lateral
        (select string_agg(md5((n * k)::text), ' ') as body from generate_series(1, 30) k) as texts`,
    `insert into shares select gen_random_uuid(), id, uid, now() from notes where uid <> 'ada' or random() < 0.02`,
    `insert into trashed_notes select gen_random_uuid(), uid, title, text, version, bytes, created_at, changed_at,
      changed_at from notes where uid <> 'ada' or random() < 0.05`,
    `insert into sessions (id, token_hash, previous_hash, previous_until, uid, created_at, renewed_at, seen_at, expires_at)
      select gen_random_uuid(), 'many-' || n, 'before-' || n, now(), 'many', now(), now(), now(), now()
      from generate_series(1, 20000) as n`,
    `insert into accounts (uid, created_at) select 'account-' || n, now() from generate_series(1, 5000) as n`,
    `insert into rate_limits select 'key-' || n, 1, 9e12 from generate_series(1, 20000) as n`,
    `insert into used_values select 'value-' || n, now() + interval '1 day' from generate_series(1, 20000) as n`,
    ...['notes', 'trashed_notes', 'shares', 'sessions', 'accounts', 'rate_limits', 'used_values'].map(
      (table) => `vacuum analyze ${table}`,
    ),
  ])
    await postgres.client.query(statement)
  ada = await authorOf('ada')
}, 300_000)

const id = newNoteId()
let ada: Author
const someone = 'someone' as UserId
const unseen = { createdAt: now, email: null, emailVerified: false }
const cursor = `${Date.now()}.${id}`
/** The unfolded notes, the usage, and the notes. */
const searchParts = [
  /Index (Only )?Scan using notes_unfolded_index/,
  /Aggregate(.*\n){2}.*Index Only Scan using notes_uid_index/,
  /Index Scan Backward using notes_uid_index.*\n.*Index Cond:.*\n.*Filter:.*strpos/,
]

test.each<[what: string, ask: () => Promise<unknown>, parts: RegExp[]]>([
  [
    'the first page with the revision',
    () => listNotes('ada'),
    [
      /Index Only Scan using notes_uid_index/,
      /Index Scan Backward using notes_uid_index/,
      /Index.* shares_uid_index/,
    ],
  ],
  [
    'a later page',
    () => list('ada', { after: cursor, limit: 30 }),
    [
      /Index.*Scan.* notes_uid_index/,
      /Index Cond:.*ROW\(changed_at, id\)|Index Cond:.*ROW\(notes.changed_at, notes.id\)/,
    ],
  ],
  ['a search', () => list('ada', { search: 'abc', limit: 30 }), searchParts],
  ['a later page of a search', () => list('ada', { search: 'c', after: cursor, limit: 30 }), searchParts],
  ['a note', () => findNoteRow(id, 'ada'), [/Index Scan using notes_pkey/]],
  [
    'the revision',
    () => noteListRevision('ada', now),
    [/Index Only Scan using notes_uid_index/, /Index.* shares_uid_index/],
  ],
  [
    'the usage',
    () => noteUsage('ada', id),
    [/Index Only Scan using notes_uid_index/, /Index Only Scan using trashed_notes_uid_index/],
  ],
  ['a deletion', () => trashNote(ada, id, now), [/Index Scan using notes_pkey/, /shares_note_id_unique/]],
  ['a restore', () => restoreNote(ada, id), [/Index Scan using trashed_notes_pkey/]],
  [
    'a later page of the trash',
    () => listTrash('ada', { after: cursor }),
    [
      /Index Scan Backward using trashed_notes_uid_index/,
      /Index Cond:.*ROW/,
      /Index Only Scan using trashed_notes_uid_index/,
    ],
  ],
  [
    'the purge after 30 days',
    () => deleteExpiredTrash(() => false),
    [/trashed_notes_deleted_at_index/, /trashed_notes_pkey/],
  ],
  [
    'a save',
    () => storeNote(ada, { id, title: '', text: 'x', base: 7, now }),
    [/Index Scan using notes_pkey/, /Index.*notes_uid_index/, /Index.* sessions_(pkey|uid_index)/],
  ],
  ['the link of a note', () => findShareOfNote(id, 'ada'), [/shares_note_id_unique/]],
  [
    'a session, by both hashes',
    () => findSession(tokenHashOf('many-7')),
    [/sessions_token_hash_unique/, /sessions_previous_hash_index/],
  ],
  ['the sessions of a person', () => listSessions(someone), [/sessions_uid_index/]],
  ['a sign-out everywhere', () => endSessionRows({ userId: someone }, now), [/sessions_uid_index/]],
  [
    'a renewal',
    () => {
      const hash = tokenHashOf('new')
      const hashes = { currentHash: hash, presentedHash: hash, newHash: hash }
      return renewSessionRow({ ...hashes, authenticatedAt: now, expiresAt: now, now })
    },
    [/sessions_token_hash_unique/],
  ],
  [
    'the deletion of ended sessions',
    () => deleteEndedSessions(() => false, new Date(0)),
    [/sessions_revoked_at_index/, /sessions_expires_at_index/, /sessions_pkey/],
  ],
  [
    'the deletion of expired limits',
    () => deleteExpiredLimits(() => false),
    [/rate_limits_expire_index/, /rate_limits_pkey/],
  ],
  [
    'the deletion of used values',
    () => deleteExpiredUses(() => false),
    [/used_values_expires_at_index/, /used_values_pkey/],
  ],
  ['interrupted accounts', () => listInterrupted(), [/accounts_leaving_index/]],
  [
    'the account of a user',
    () => knowAccount({ ...unseen, providerUserId: 'account-1' as ProviderUserId }),
    [/accounts_provider_id_index/, /accounts_leaving_index/],
  ],
  ['a shared note', () => findSharedNote(newShareId(), now), [/shares_pkey/, /notes_pkey/]],
  [
    'an export',
    async () => (await exportRows('ada')).notes.next(),
    [/Index.*Scan.* notes_uid_index/, /Index.*Scan.* notes_pkey/],
  ],
])('%s', async (_, ask, parts) => {
  queries.mockClear()
  await ask()
  const plan = await explain(queries.mock.calls as unknown[][])
  for (const part of parts) expect(plan).toMatch(part)
  expect(plan).not.toContain('Seq Scan')
})

/** The plan of each statement with its values. Transactions and settings are executed. */
async function explain(sent: unknown[][]): Promise<string> {
  const lines: string[] = []
  for (const [query, values = []] of [...sent] as [string | { text: string }, unknown[]?][]) {
    const text = typeof query === 'string' ? query : query.text
    if (/^(begin|commit)|set_config/.test(text)) await postgres.client.query(text, values)
    else {
      const { rows } = await postgres.client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
  }
  expect(lines).not.toEqual([])
  return lines.join('\n')
}
