import 'server-only'
/** Passkey challenges, in the database so that any instance can verify the response, and only one does. */
import { eq, lt } from 'drizzle-orm'
import ms from 'ms'
import type { PasskeyPurpose } from '@/lib/passkeys'
import { queryDatabase } from './connection'
import type { ChallengeHash, UserId } from './ids'
import { runRegularly } from './regular'
import { challenges } from './schema/passkeys'

export type ChallengeRow = typeof challenges.$inferSelect

/** Stores a challenge that is valid until `expiresAt`, for this user alone if it names one. */
export async function insertChallenge(challenge: {
  hash: ChallengeHash
  purpose: PasskeyPurpose
  userId: UserId | null
  expiresAt: Date
}): Promise<void> {
  await queryDatabase((queries) => queries.insert(challenges).values(challenge))
}

/** Deletes and returns a challenge, so that only one response can use it. Null if there is none. */
export async function takeChallenge(hash: ChallengeHash): Promise<ChallengeRow | null> {
  const [row] = await queryDatabase((queries) =>
    queries.delete(challenges).where(eq(challenges.hash, hash)).returning(),
  )
  return row ?? null
}

/** Deletes expired challenges now and every five minutes. */
export function deleteExpiredChallengesRegularly(): void {
  runRegularly(() => deleteExpiredChallenges(new Date()), ms('5m'))
}

export async function deleteExpiredChallenges(now: Date): Promise<void> {
  await queryDatabase((queries) => queries.delete(challenges).where(lt(challenges.expiresAt, now)))
}
