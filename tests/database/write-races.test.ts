/** Writes of a person beside what ends their session: on PostgreSQL, as the embedded database does one after the other. */
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { deletePersonRows } from '@/lib/server/account/rows'
import { openDatabase } from '@/lib/server/database/connection'
import { tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { endSessionRows, findSessionById, recordVisit, renewSessionRow } from '@/lib/server/database/sessions'
import { setUpPostgres } from './setup'
import { createAccount, createSession, later, newUserId, now } from './store-fixtures'
import { prepareWrites, rowsOf } from './write-store'

const postgres = setUpPostgres()
beforeAll(openDatabase)

const rounds = 200
const renewals = 50
const newHash = () => tokenHashOf(crypto.randomUUID())
const newSession = () => ({ tokenHash: newHash(), expiresAt: later(60), userAgent: null, now })

/** A person with all that writes need, who then sends them all at once. */
async function prepare() {
  const userId = newUserId()
  const writes = await prepareWrites(userId)
  const id = await createSession(userId)
  return {
    userId,
    id,
    writes: writes.map(
      ([, write]) =>
        () =>
          write({ id, userId }),
    ),
  }
}

/** What became of each, begun in any order. */
async function race(works: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const order = works.map((work) => ({ work, at: Math.random() })).toSorted((one, other) => one.at - other.at)
  return Promise.allSettled(
    order.map(async ({ work, at }) => {
      // Some begin while others run.
      if (at > 0.5) await delay(at * 4)
      return work()
    }),
  )
}

/** Why works failed but for their session, such as by a deadlock. */
const unexpected = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) =>
    one.status === 'rejected' && one.reason.name !== 'SessionEnded' ? [String(one.reason)] : [],
  )

describe('in many rounds of all writes at once', { timeout: 300_000 }, () => {
  test('nothing is left of a person whose rows are deleted, nor of a sign-in beside it', async () => {
    for (let round = 0; round < rounds; round++) {
      const { userId, id, writes } = await prepare()
      const account = await createAccount(userId)
      const signIn = () => insertSession({ ...account, ...newSession() })
      const deletion = async () => {
        await deletePersonRows({ userId, exceptSession: id })
        await deletePersonRows({ userId })
      }
      expect(unexpected(await race([...writes, signIn, deletion]))).toEqual([])
      expect(await rowsOf(postgres.ask, userId)).toEqual([])
      expect(await postgres.ask(`select 1 as row from sessions where uid = '${userId}'`)).toEqual([])
    }
  })

  test('once a session has ended, nothing more of it is stored', async () => {
    for (let round = 0; round < rounds; round++) {
      const { userId, id, writes } = await prepare()
      let atEnd: string[] = []
      const end = async () => {
        await endSessionRows({ userId, id }, now)
        atEnd = await rowsOf(postgres.ask, userId)
      }
      expect(unexpected(await race([...writes, end]))).toEqual([])
      expect(await rowsOf(postgres.ask, userId)).toEqual(atEnd)
    }
  })

  test('a renewal and a visit are neither lost nor in the way', async () => {
    for (let round = 0; round < renewals; round++) {
      const { id, writes } = await prepare()
      const row = await findSessionById(id)
      if (!row) throw new Error('it is there')
      const hashes = { currentHash: row.tokenHash, presentedHash: row.tokenHash, newHash: newHash() }
      const times = { authenticatedAt: now, expiresAt: later(90), now: later(1) }
      const renewal = async () => expect(await renewSessionRow({ ...hashes, ...times })).toBe('renewed')
      const settled = await race([...writes, renewal, () => recordVisit({ id, checkedAt: null }, later(99))])
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
      expect(await findSessionById(id)).toMatchObject({ tokenHash: hashes.newHash })
    }
  })
})

test('a write waits for an end that has begun, and is then refused', async () => {
  const { userId, id, writes } = await prepare()
  const before = await rowsOf(postgres.ask, userId)
  for (const write of writes) {
    await postgres.client.query('begin')
    await postgres.client.query('update sessions set revoked_at = now() where id = $1', [id])
    const refused = expect(write()).rejects.toMatchObject({ name: 'SessionEnded' })
    const isWaiting = `select 1 as row from pg_stat_activity where wait_event_type = 'Lock'`
    await expect.poll(() => postgres.ask(isWaiting)).toEqual([1])
    await postgres.client.query('commit')
    await refused
    await postgres.client.query('update sessions set revoked_at = null where id = $1', [id])
  }
  expect(await rowsOf(postgres.ask, userId)).toEqual(before)
})
