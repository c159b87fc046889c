/** What the store promises of all writes of a person, whichever room's and whichever database is behind it. */
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deletePersonRows } from '@/lib/server/account/rows'
import { endSessionRows } from '@/lib/server/database/sessions'
import type { Author } from '@/lib/server/database/writes'
import { rooms } from './rooms'
import type { RunQuery } from './setup'
import { createSession, later, newUserId, now } from './store-fixtures'
import { tables } from './tables'

type Write = (by: Author) => Promise<unknown>

/** All rooms' writes, with what has to be there for them. */
export async function prepareWrites(userId: string): Promise<[what: string, write: Write][]> {
  const prepared = await Promise.all(rooms.map((room) => room.prepareWrites(userId)))
  return prepared.flatMap((writes) => Object.entries(writes))
}

/** All rows that name the user, as text; without sessions, which renewals and visits change. */
export async function rowsOf(ask: RunQuery, userId: string): Promise<string[]> {
  const names = Object.values(tables).map((table) => getTableName(table))
  const each = names
    .filter((name) => name !== 'sessions')
    .map((name) => `select '${name} ' || to_jsonb(t)::text as text from "${name}" t`)
  const found = await ask(
    `select json_build_array(text) as row from (${each.join(' union all ')}) as rows where strpos(text, '${userId}') > 0`,
  )
  return found.flat().map(String).sort()
}

export function describeWrites(askDirectly: RunQuery): void {
  test('no write of an ended, deleted or other person’s session is stored, and each is refused', async () => {
    const userId = newUserId()
    const writes = await prepareWrites(userId)
    const [live, ended] = [await createSession(userId), await createSession(userId)]
    const [deleted, others] = [await createSession(userId), await createSession(newUserId())]
    await endSessionRows({ userId, id: ended }, later(1))
    await askDirectly(`delete from sessions where id = '${deleted}' returning json_build_array(1) as row`)
    for (const [what, write] of writes) {
      const before = await rowsOf(askDirectly, userId)
      for (const id of [ended, deleted, others])
        await expect(write({ id, userId }), what).rejects.toMatchObject({ name: 'SessionEnded' })
      expect(await rowsOf(askDirectly, userId), what).toEqual(before)
      await write({ id: live, userId })
      expect(await rowsOf(askDirectly, userId), what).not.toEqual(before)
    }
  })

  test('an account is deleted only by a live session', async () => {
    const userId = newUserId()
    await prepareWrites(userId)
    const exceptSession = await createSession(userId)
    await endSessionRows({ userId, id: exceptSession }, now)
    const before = await rowsOf(askDirectly, userId)
    await expect(deletePersonRows({ userId, exceptSession })).rejects.toMatchObject({ name: 'SessionEnded' })
    expect(await rowsOf(askDirectly, userId)).toEqual(before)
  })
}
