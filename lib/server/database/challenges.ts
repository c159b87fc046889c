import 'server-only'
/** Challenges of passkeys. In the database, so that any instance can judge the answer, and only one does. */
import { eq, lt } from 'drizzle-orm'
import ms from 'ms'
import type { PasskeyPurpose } from '@/lib/passkeys'
import { queryDatabase } from './connection'
import type { ChallengeHash, UserId } from './ids'
import { runRegularly } from './regular'
import { challenges } from './schema'

export type ChallengeRow = typeof challenges.$inferSelect

/** Stores a challenge that may be answered until `expiresAt`, by this user if it names one. */
export async function insertChallenge(challenge: {
  hash: ChallengeHash
  purpose: PasskeyPurpose
  userId: UserId | null
  expiresAt: Date
}): Promise<void> {
  await queryDatabase((queries) => queries.insert(challenges).values(challenge))
}

/** Takes a challenge out, whatever comes of its answer: of two that ask at once, one gets it. Null if it isn't there. */
export async function takeChallenge(hash: ChallengeHash): Promise<ChallengeRow | null> {
  const [row] = await queryDatabase((queries) =>
    queries.delete(challenges).where(eq(challenges.hash, hash)).returning(),
  )
  return row ?? null
}

/** Deletes challenges that nobody answered in time, now and every five minutes. */
export function deleteExpiredChallengesRegularly(): void {
  runRegularly(() => deleteExpiredChallenges(new Date()), ms('5m'))
}

/** Deletes challenges that have expired. */
export async function deleteExpiredChallenges(now: Date): Promise<void> {
  await queryDatabase((queries) => queries.delete(challenges).where(lt(challenges.expiresAt, now)))
}
