/**
 * Visitors who change between instances of the last release and of this build. A database migrated by a newer build must
 * support the exact statements of the last release until the next one, which replaces them here (`note-plans`
 * has how to read them from the driver).
 */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { parseSessionId, type TokenHash, tokenHashOf } from '@/lib/server/database/ids'
import { awaitsNewCookie, findSession } from '@/lib/server/database/sessions'
import { findNoteRow, storeNote } from '@/lib/server/notes/notes'
import { countOpening, findSharedNote } from '@/lib/server/notes/shares'
import journal from '../../lib/server/database/migrations/meta/_journal.json'
import { listIds, newShareId } from '../notes/data/fixtures'

type Client = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

/** A signed-in user with a note and a link to it, as the database has acknowledged them. */
export type Visitor = {
  userId: string
  sessionId: string
  tokenHash: TokenHash
  noteId: ReturnType<typeof newNoteId>
  shareId: ReturnType<typeof newShareId>
  version: number
  text: string
  rounds: number
}

export type OldInstance = ReturnType<typeof createOldInstance>

const day = 86_400_000
const sessionColumns = 12
const noteColumns = 8

const newHash = () => tokenHashOf(crypto.randomUUID())
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)

/** One connection for all visitors. */
export function createOldInstance(client: Client) {
  const run = async (name: keyof typeof lastRelease, values: unknown[]) =>
    (await client.query(lastRelease[name], values)).rows

  return {
    async visit(userId: string): Promise<Visitor> {
      const now = new Date()
      const later = new Date(now.getTime() + day)
      const [sessionId, tokenHash] = [crypto.randomUUID(), newHash()]
      const [noteId, shareId, text] = [newNoteId(), newShareId(), 'words of round zero']
      await run('openSession', [sessionId, tokenHash, userId, now, now, now, later, 'Browser/1', now])
      await run('newNote', [noteId, userId, 'title', text, 1, text.length, now, now, userId])
      await run('newShare', [shareId, noteId, userId, now, null])
      return { userId, sessionId, tokenHash, noteId, shareId, version: 1, text, rounds: 0 }
    },

    /** Everything that a visitor does: each statement of the last release. */
    async goRound(visitor: Visitor): Promise<void> {
      const { userId, sessionId, noteId, shareId, tokenHash: old, rounds } = visitor
      const now = new Date()
      const later = new Date(now.getTime() + day)

      const [found = {}, ...more] = await run('findSession', [old, old, now, old, 1])
      expect([found.id, more, Object.keys(found).length]).toEqual([sessionId, [], sessionColumns])
      const tokenHash = newHash()
      const renewed = await run('renewSession', [tokenHash, old, null, now, now, later, now, old])
      expect(ids(renewed)).toEqual([sessionId])
      await run('confirmRenewal', [now, sessionId, tokenHash])
      expect(ids(await run('listSessions', [userId, now]))).toContain(sessionId)

      await run('countEvent', [`note-write:${userId}`, 1, later.getTime(), now.getTime()])
      const [text, version] = [`words of round${rounds}`, visitor.version + 1]
      const content = ['title', text, version, text.length, now, userId]
      const [saved = {}] = await run('saveNote', [...content, noteId, userId, visitor.version])
      expect(saved).toMatchObject({ id: noteId, text, version })
      expect(Object.keys(saved)).toHaveLength(noteColumns)
      Object.assign(visitor, { tokenHash, text, version, rounds: rounds + 1 })

      const [first] = await run('firstNotes', [userId, now, userId, 280, 280, now, userId, 50])
      expect(first).toMatchObject({ id: noteId, version, is_shared: true })
      await client.query('begin')
      await run('prepareSearch', [])
      const term = `round${rounds}`
      expect(ids(await run('search', [280, 280, now, userId, userId, term, userId, term, 50, 50]))).toEqual([
        noteId,
      ])
      await client.query('commit')
      expect(await run('sharedNote', [shareId, now])).toMatchObject([{ text }])
      await run('countOpening', [shareId, sessionId])

      // Another session, which a third replaces, and another note, which is deleted.
      const ofSession = (hash: string) => [crypto.randomUUID(), hash, userId, now, now, now, now, null, now]
      const [second, third] = [newHash(), newHash()]
      expect(await run('openSession', ofSession(second))).toHaveLength(1)
      expect(await run('replaceSession', [...ofSession(third), now, second, second, now])).toHaveLength(1)
      const id = newNoteId()
      await run('noteSpace', [userId, id])
      expect(await run('newNote', [id, userId, '', 'gone', 1, 4, now, now, userId])).toHaveLength(1)
      expect(ids(await run('deleteNote', [id, userId]))).toEqual([id])
    },
  }
}

/** Everything that the old instance acknowledged exists and is found by a search, and a save is the next version. */
export async function continueAtNewInstance(visitor: Visitor): Promise<void> {
  const { userId, noteId, text, version, rounds } = visitor
  const session = await findSession(visitor.tokenHash)
  if (!session) throw new Error('the session is lost')
  expect(session).toMatchObject({ id: visitor.sessionId, userId, revokedAt: null })
  expect(awaitsNewCookie(session)).toBe(false)
  expect(await findNoteRow(noteId, userId)).toMatchObject({ title: 'title', text, version })
  expect(await listIds(userId)).toEqual([noteId])
  expect(await listIds(userId, { terms: [`round${rounds - 1}`] })).toEqual([noteId])
  expect(await findSharedNote(visitor.shareId, new Date())).toMatchObject({ text })
  const sessionId = parseSessionId(visitor.sessionId)
  if (sessionId) await countOpening(visitor.shareId, sessionId)

  const next = `${text}, and a word of this build`
  const saved = await storeNote({
    id: noteId,
    userId,
    title: 'title',
    text: next,
    base: version,
    now: new Date(),
  })
  expect(saved).toMatchObject({ text: next, version: version + 1 })
  Object.assign(visitor, { text: next, version: version + 1 })
}

const lastTag = '0003_sharing'

/** The number of its migrations. */
const releasedCount = journal.entries.findIndex(({ tag }) => tag === lastTag) + 1

/** Applies its pending migrations, from copies in the folder. */
export async function migrateAsLastRelease(queries: NodePgDatabase, folder: string): Promise<void> {
  const migrationsFolder = join(folder, 'migrations')
  cpSync('lib/server/database/migrations', migrationsFolder, { recursive: true })
  const released = { ...journal, entries: journal.entries.slice(0, releasedCount) }
  writeFileSync(join(migrationsFolder, 'meta', '_journal.json'), JSON.stringify(released))
  await migrate(queries, { migrationsFolder })
}

const ofSession =
  '"id", "token_hash", "previous_hash", "previous_until", "uid", "created_at", "renewed_at", "seen_at", "expires_at", "user_agent", "revoked_at", "checked_at"'
const ofNote = '"id", "uid", "title", "text", "version", "bytes", "created_at", "changed_at"'
const ofShare = '"id", "note_id", "uid", "created_at", "ends_at", "opened"'
const summary = (n: number) =>
  `"notes"."id", "notes"."title", left("notes"."text", $${n}) as "start", octet_length(left("notes"."text", $${n + 1})) = octet_length("notes"."text") as "is_whole", "notes"."version", "notes"."changed_at", coalesce("shares"."id" is not null and ("shares"."ends_at" is null or "shares"."ends_at" > $${n + 2}::timestamptz), false) as "is_shared" from "notes" left join "shares" on "shares"."note_id" = "notes"."id"`

const lastRelease = {
  openSession: `insert into "sessions" (${ofSession}) values ($1, $2, default, default, $3, $4, $5, $6, $7, $8, default, $9) on conflict do nothing returning "id"`,
  replaceSession: `with "inserted" as (insert into "sessions" (${ofSession}) values ($1, $2, default, default, $3, $4, $5, $6, $7, $8, default, $9) on conflict do nothing returning "id"), "ended" as (update "sessions" set "revoked_at" = $10 where ((("sessions"."token_hash" = $11 or ("sessions"."previous_hash" = $12 and ("sessions"."previous_until" is null or "sessions"."previous_until" > $13))) and "sessions"."revoked_at" is null) and exists (select 1 from inserted)) returning "id") select "id" from "inserted"`,
  findSession: `select ${ofSession} from "sessions" where ("sessions"."token_hash" = $1 or ("sessions"."previous_hash" = $2 and ("sessions"."previous_until" is null or "sessions"."previous_until" > $3))) order by "sessions"."token_hash" = $4 desc limit $5`,
  renewSession: `update "sessions" set "token_hash" = $1, "previous_hash" = $2, "previous_until" = $3, "renewed_at" = $4, "seen_at" = $5, "expires_at" = $6, "checked_at" = $7 where ("sessions"."token_hash" = $8 and "sessions"."revoked_at" is null) returning "id"`,
  confirmRenewal: `update "sessions" set "previous_until" = $1 where (("sessions"."id" = $2 and "sessions"."token_hash" = $3) and "sessions"."previous_until" is null)`,
  listSessions: `select ${ofSession} from "sessions" where (("sessions"."uid" = $1 and "sessions"."revoked_at" is null) and "sessions"."expires_at" > $2) order by "sessions"."seen_at" desc, "sessions"."created_at" desc`,
  noteSpace: `select count(*), coalesce(sum("bytes"), 0) from "notes" where ("notes"."uid" = $1 and "notes"."id" <> $2)`,
  newNote: `insert into "notes" (${ofNote}) values ($1, $2, $3, $4, $5, $6, $7, greatest($8::timestamptz, (select max(changed_at) from "notes" as others where others.uid = $9) + interval '1 millisecond')) on conflict do nothing returning ${ofNote}`,
  saveNote: `update "notes" set "title" = $1, "text" = $2, "version" = $3, "bytes" = $4, "changed_at" = greatest($5::timestamptz, (select max(changed_at) from "notes" as others where others.uid = $6) + interval '1 millisecond') where (("notes"."id" = $7 and "notes"."uid" = $8) and "notes"."version" = $9) returning ${ofNote}`,
  deleteNote: `delete from "notes" where ("notes"."id" = $1 and "notes"."uid" = $2) returning ${ofNote}`,
  firstNotes: `select "notes", "last", "versions", "links", "last_link", "ends", "listed"."id", "listed"."title", "start", "is_whole", "listed"."version", "listed"."changed_at", "is_shared" from (select count(*) as "notes", max("changed_at") as "last", coalesce(sum("version"), 0) as "versions" from "notes" where "notes"."uid" = $1) "of_notes" cross join (select count(case when "shares"."id" is not null and ("shares"."ends_at" is null or "shares"."ends_at" > $2::timestamptz) then 1 end) as "links", max("created_at") as "last_link", coalesce(sum(extract(epoch from "ends_at")), 0) as "ends" from "shares" where "shares"."uid" = $3) "of_shares" left join (select ${summary(4)} where "notes"."uid" = $7 order by "notes"."changed_at" desc, "notes"."id" desc limit $8) "listed" on true order by "listed"."changed_at" desc, "listed"."id" desc`,
  prepareSearch: `select set_config('enable_seqscan', 'off', true)`,
  search: `select ${summary(1)} where ("notes"."uid" = $4 and "notes"."id" in (select placed.id from (
    select id, changed_at from (
      select id, uid, changed_at from "notes" where note_keys("notes"."uid", "notes"."title" || ' ' || "notes"."text") @> note_keys_asked($5, note_words_asked($6)) offset 0
    ) as found where uid = $7 order by changed_at desc, id desc
  ) as placed cross join lateral (
    select lower(title || ' ' || text) as body from "notes" as texts where texts.id = placed.id offset 0
  ) as of_note where not exists (select 1 from unnest(note_words_asked($8)) as word where strpos(body, word) = 0)
    order by placed.changed_at desc, placed.id desc limit $9)) order by "notes"."changed_at" desc, "notes"."id" desc limit $10`,
  newShare: `insert into "shares" (${ofShare}) values ($1, $2, $3, $4, $5, default) returning ${ofShare}`,
  sharedNote: `select "notes"."id", "notes"."uid", "notes"."title", "notes"."text", "notes"."version", "notes"."bytes", "notes"."created_at", "notes"."changed_at" from "shares" inner join "notes" on "notes"."id" = "shares"."note_id" where ("shares"."id" = $1 and ("shares"."ends_at" is null or "shares"."ends_at" > $2))`,
  countOpening: `
      with first as (insert into "share_openings" (share_id, session_id) select "shares"."id", "sessions"."id" from "shares", "sessions"
    where "shares"."id" = $1 and "sessions"."id" = $2 for key share on conflict do nothing returning share_id)
      update "shares" set opened = opened + 1 where id in (select share_id from first)`,
  countEvent: `
            INSERT INTO "rate_limits" VALUES ($1, $2, $3)
              ON CONFLICT(key) DO UPDATE SET
                points = CASE
                          WHEN ("rate_limits".expire <= $4 OR 1=0) THEN $2
                          ELSE "rate_limits".points + ($2)
                         END,
                expire =  CASE
             WHEN "rate_limits".expire <= $4 THEN $3
             ELSE "rate_limits".expire
            END
            RETURNING points, expire;`,
} as const
