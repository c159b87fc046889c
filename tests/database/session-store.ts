/** What the store of sessions promises, whichever database is behind it. */
import { getTableColumns, getTableName } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isDatabaseReachable, openDatabase } from '@/lib/server/database/connection'
import { parseSessionId, tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import {
  confirmRenewal,
  deleteEndedSessions,
  deleteSurplusSessions,
  endSessionRows,
  findSession,
  isOtherUsersSession,
  listSessions,
  recordVisit,
  renewSessionRow,
} from '@/lib/server/database/sessions'
import type { RunQuery } from './setup'
import { createAccount } from './store-fixtures'
import { ephemeralTables, tables } from './tables'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const now = new Date('2031-05-06T07:08:09.123Z')
const later = (byMs: number) => new Date(now.getTime() + byMs)
let count = 0
const nextName = (kind: string) => `${kind}-${++count}`

type Opened = { userId?: string; cookie?: string; at?: Date; replaces?: string }

async function open(more: Opened = {}) {
  const { userId = nextName('user'), cookie = nextName('cookie'), at = now, replaces } = more
  const insertion = await insertSession({
    ...(await createAccount(userId)),
    tokenHash: tokenHashOf(cookie),
    expiresAt: new Date(at.getTime() + 5 * day),
    userAgent: 'Browser/1.0',
    now: at,
    ...(replaces ? { replacesHash: tokenHashOf(replaces) } : {}),
  })
  if (insertion.status !== 'inserted') throw new Error(insertion.status)
  return { id: insertion.id, userId, cookie }
}

const find = (cookie: string, at = now) => findSession(tokenHashOf(cookie), at)

const renew = (from: string, to: string, { at = later(day), current = from } = {}) =>
  renewSessionRow({
    currentHash: tokenHashOf(current),
    presentedHash: tokenHashOf(from),
    newHash: tokenHashOf(to),
    authenticatedAt: at,
    expiresAt: new Date(at.getTime() + 5 * day),
    now: at,
  })

/** The cookie has come back. */
async function confirm(cookie: string, previousUntil: Date) {
  const row = await find(cookie)
  if (!row) throw new Error('not found')
  await confirmRenewal(row, previousUntil)
}

export function describeSessionStore(askDirectly: RunQuery): void {
  test('it opens and responds', async () => {
    expect(await openDatabase()).toEqual({ status: 'open' })
    expect(await isDatabaseReachable()).toBe(true)
  })

  test('the migrations create each column of the tables, and no other', async () => {
    const all = Object.values({ ...tables, ...ephemeralTables })
    const expected = all.flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => {
        const nullable = column.notNull ? 'NO' : 'YES'
        return `${getTableName(table)} ${column.name} ${column.getSQLType().replace(/ ?\(.*\)/, '')} ${nullable}`
      }),
    )
    const found = await askDirectly(`
      select json_build_array(table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable) as row
      from information_schema.columns where table_schema = 'public'
        and table_name in ('${all.map((table) => getTableName(table)).join(`','`)}')`)
    expect(found.flat().sort()).toEqual(expected.sort())
  })

  test('a session is found by its cookie, as it was written', async () => {
    const { id, userId, cookie } = await open()
    expect(await find(cookie)).toEqual({
      id,
      tokenHash: tokenHashOf(cookie),
      previousHash: null,
      previousUntil: null,
      userId,
      createdAt: now,
      renewedAt: now,
      seenAt: now,
      expiresAt: later(5 * day),
      userAgent: 'Browser/1.0',
      revokedAt: null,
      checkedAt: now,
      authenticatedAt: now,
      binding: null,
    })
    expect([id, id.toUpperCase(), `${id}0`].map(parseSessionId)).toEqual([id, id, null])
    expect(await find('nobody has this cookie')).toBeNull()
  })

  test('over 100 sessions of a user, ended ones are deleted first, then those least recently seen', async () => {
    const [userId, stranger] = [nextName('user'), await open()]
    const opened = await Promise.all(
      Array.from({ length: 102 }, (_, n) => open({ userId, at: later(n * minute) })),
    )
    const [first, second, third, last] = [opened[0], opened[1], opened[2], opened[101]]
    if (!first || !second || !third || !last) throw new Error('102 were opened')
    expect(await listSessions(userId, now)).toHaveLength(100)
    await endSessionRows({ userId, id: last.id }, later(day))
    await recordVisit({ id: first.id, checkedAt: now }, later(day))
    await deleteSurplusSessions(userId)
    for (const deleted of [last, second]) expect(await find(deleted.cookie)).toBeNull()
    for (const kept of [first, third, stranger]) expect(await find(kept.cookie)).not.toBeNull()
    expect(await listSessions(userId, now)).toHaveLength(100)
  })

  test('of ten concurrent sessions with one cookie one is created; a conflict ends nothing', async () => {
    const cookie = nextName('cookie')
    const raced = await Promise.allSettled(Array.from({ length: 10 }, () => open({ cookie })))
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { userId, cookie: replaces } = await open()
    await expect(open({ cookie, userId, replaces })).rejects.toThrow('conflict')
    expect((await find(replaces))?.revokedAt).toBeNull()
  })

  test('a new session ends the one whose cookie it replaces', async () => {
    const { cookie, userId } = await open()
    const fresh = await open({ userId, replaces: cookie, at: later(minute) })
    expect(await find(cookie)).toMatchObject({ revokedAt: later(minute) })
    expect((await find(fresh.cookie))?.revokedAt).toBeNull()
  })

  describe('renewal', () => {
    test('of two concurrent ones one wins, and its cookie and the old one find the session', async () => {
      const { id, cookie } = await open()
      const results = await Promise.all([renew(cookie, `${cookie}-a`), renew(cookie, `${cookie}-b`)])
      expect([...results].sort()).toEqual(['lost', 'renewed'])
      const winner = results[0] === 'renewed' ? `${cookie}-a` : `${cookie}-b`
      const loser = results[0] === 'renewed' ? `${cookie}-b` : `${cookie}-a`
      expect(await find(winner)).toMatchObject({ id, renewedAt: later(day), expiresAt: later(6 * day) })
      expect(await find(cookie)).toMatchObject({ id })
      expect(await find(loser)).toBeNull()
    })

    test('the old cookie is accepted until a while after the new one first came back', async () => {
      const { id, cookie } = await open()
      await renew(cookie, `${cookie}-new`)
      expect(await find(cookie, later(3 * day))).toMatchObject({ id })
      await confirm(`${cookie}-new`, later(3 * day + minute))
      await confirm(`${cookie}-new`, later(4 * day))
      expect(await find(cookie, later(3 * day + 59 * second))).toMatchObject({ id })
      expect(await find(cookie, later(3 * day + minute))).toBeNull()
      expect(await find(`${cookie}-new`, later(4 * day))).toMatchObject({ id })
    })

    test('a cookie that never arrived is replaced by the next renewal with the old one', async () => {
      const { id, cookie } = await open()
      await renew(cookie, `${cookie}-lost`)
      const next = { current: `${cookie}-lost`, at: later(2 * day) }
      const results = await Promise.all([
        renew(cookie, `${cookie}-a`, next),
        renew(cookie, `${cookie}-b`, next),
      ])
      expect([...results].sort()).toEqual(['lost', 'renewed'])
      expect(await find(`${cookie}-lost`)).toBeNull()
      expect(await find(cookie)).toMatchObject({ id, renewedAt: later(2 * day) })
    })

    test('with the cookie of another session is a conflict and changes nothing', async () => {
      const [mine, other] = [await open(), await open()]
      expect(await renew(mine.cookie, other.cookie)).toBe('conflict')
      expect(await find(mine.cookie)).toMatchObject({ id: mine.id, renewedAt: now })
      expect(await find(other.cookie)).toMatchObject({ id: other.id })
    })

    test('doesn’t revive an ended session', async () => {
      const { id, userId, cookie } = await open()
      await endSessionRows({ userId, id }, now)
      expect(await renew(cookie, `${cookie}-new`)).toBe('lost')
      expect(await find(`${cookie}-new`)).toBeNull()
    })

    test('a session’s current cookie takes precedence over another’s previous one', async () => {
      const first = await open()
      await renew(first.cookie, `${first.cookie}-new`)
      const second = await open({ cookie: first.cookie })
      expect(await find(first.cookie)).toMatchObject({ id: second.id })
    })
  })

  describe('ends', () => {
    test('an ended session is found as ended, with the time of its first end', async () => {
      const { id, userId, cookie } = await open()
      expect(await endSessionRows({ userId, id }, later(second))).toBe(1)
      expect(await endSessionRows({ userId, id }, later(minute))).toBe(0)
      expect(await find(cookie)).toMatchObject({ revokedAt: later(second) })
    })

    test('a session renewed since it was read doesn’t end', async () => {
      const { cookie } = await open()
      const found = await find(cookie)
      if (!found) throw new Error('not found')
      await renew(cookie, `${cookie}-new`)
      const endAsRead = ({ userId, id, tokenHash }: typeof found) =>
        endSessionRows({ userId, id, tokenHash }, now)
      expect(await endAsRead(found)).toBe(0)
      const renewed = await find(`${cookie}-new`)
      expect(renewed?.revokedAt).toBeNull()
      if (renewed) expect(await endAsRead(renewed)).toBe(1)
    })

    test('a user can’t end another user’s session', async () => {
      const { id, cookie, userId } = await open()
      expect(await endSessionRows({ userId: 'another-user', id }, now)).toBe(0)
      expect(await isOtherUsersSession(id, 'another-user')).toBe(true)
      expect(await isOtherUsersSession(id, userId)).toBe(false)
      expect((await find(cookie))?.revokedAt).toBeNull()
    })

    test('all other sessions of a user end, and then all', async () => {
      const userId = nextName('user')
      const opened = await Promise.all([open({ userId }), open({ userId }), open({ userId })])
      const stranger = await open()
      const [{ id }] = opened
      expect(await endSessionRows({ userId, exceptId: id }, now)).toBe(2)
      expect((await listSessions(userId, now)).map((row) => row.id)).toEqual([id])
      expect(await endSessionRows({ userId }, now)).toBe(1)
      expect(await listSessions(userId, now)).toEqual([])
      expect(await listSessions(stranger.userId, now)).toHaveLength(1)
    })
  })

  test('the list has live sessions, last seen first', async () => {
    const userId = nextName('user')
    const [old, seen, gone] = [await open({ userId }), await open({ userId }), await open({ userId })]
    const expired = await open({ userId, at: later(-6 * day) })
    await endSessionRows({ userId, id: gone.id }, now)
    await recordVisit({ id: seen.id, checkedAt: now }, later(2 * minute))
    expect((await listSessions(userId, now)).map(({ id }) => id)).toEqual([seen.id, old.id])
    expect((await listSessions(userId, later(-2 * day))).map(({ id }) => id)).toContain(expired.id)
  })

  test('a visit is recorded by one of several instances, once a minute, and not of an ended session', async () => {
    const { id, userId, cookie } = await open()
    // All instances have read the row before any of them writes.
    const isRecorded = async (at: Date) => {
      const visits = Array.from({ length: 8 }, () => recordVisit({ id, checkedAt: null }, at))
      return (await Promise.all(visits)).filter(Boolean).length
    }
    expect(await isRecorded(later(59 * second))).toBe(0)
    expect((await find(cookie))?.seenAt).toEqual(now)
    expect(await recordVisit({ id, checkedAt: later(second) }, later(minute))).toBe(false)
    expect(await isRecorded(later(minute))).toBe(1)
    expect(await isRecorded(later(minute + second))).toBe(0)
    expect(await find(cookie)).toMatchObject({ seenAt: later(minute), checkedAt: later(minute) })
    await endSessionRows({ userId }, now)
    expect(await isRecorded(later(day))).toBe(0)
  })

  test('ended sessions are deleted after their time, but not live or renewable ones', async () => {
    const then = (days: number) => new Date(Date.UTC(2001, 0, 1 + days))
    const userId = nextName('user')
    const [revoked, justRevoked, runOut, inGrace] = await Promise.all(
      [then(0), then(0), then(0), then(20)].map((at) => open({ userId, at })),
    )
    if (!revoked || !justRevoked || !runOut || !inGrace) throw new Error('four were opened')
    await endSessionRows({ userId, id: revoked.id }, then(1))
    await endSessionRows({ userId, id: justRevoked.id }, then(10))
    expect(await deleteEndedSessions(() => false, then(5), 14 * day)).toBe(1)
    expect(await find(revoked.cookie)).toBeNull()
    expect(await find(justRevoked.cookie)).not.toBeNull()
    expect(await deleteEndedSessions(() => false, then(30), 14 * day)).toBe(2)
    expect(await find(inGrace.cookie)).not.toBeNull()
  })
}
