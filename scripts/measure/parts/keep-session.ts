/** Puts the row of a session into the store that the environment names, as if it had just been opened. */
import ms from 'ms'
import * as v from 'valibot'
import {
  claimCheck,
  closeDatabase,
  insertSession,
  openDatabase,
  tokenHashOf,
} from '../../../lib/server/database/database'
import { parseInput } from '../part'

const input = v.object({
  cookies: v.array(v.string()),
  userId: v.string(),
  openedAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})

async function keepSession(): Promise<void> {
  const { cookies, userId, ...times } = parseInput(input)
  const now = new Date(times.openedAt)
  const expiresAt = new Date(times.expiresAt)
  await openDatabase()
  const ids: string[] = []
  for (const cookie of cookies) {
    const session = { tokenHash: tokenHashOf(cookie), userId, expiresAt, userAgent: null, now }
    const insertion = await insertSession(session)
    if (insertion.status === 'conflict') throw new Error('The store was not empty.')
    ids.push(insertion.id)
    // Nobody is there to be asked whether the person is still welcome: that is noted as done until tomorrow.
    await claimCheck(insertion.id, new Date(now.getTime() + ms('1d')), ms('1m'))
  }
  await closeDatabase()
  console.log(JSON.stringify(ids))
}

void keepSession()
