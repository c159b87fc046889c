import 'server-only'
/** Accounts used before their address was verified, possibly by someone other than the owner of the address. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import type { SessionId, TokenHash, UserId } from './ids'
import { sessions, unverifiedAccounts } from './schema/sessions'
import { matchesCookie } from './session-conditions'

type SignIn = {
  id: SessionId
  userId: UserId
  isUnverified: boolean
  now: Date
  replacesHash?: TokenHash
}

/**
 * Records a sign-in before the address was verified, and the current session of that browser. Part of the statement that
 * has `inserted` the session.
 */
export function recordUnverifiedSignIn(queries: Queries, signIn: SignIn): SQL {
  const { id, userId, isUnverified, now, replacesHash } = signIn
  const isSame = isSameBrowser(queries, replacesHash, now)
  return isUnverified
    ? sql`insert into ${unverifiedAccounts} (uid, session_id) select ${userId}, id from inserted
        on conflict (uid) do update set session_id = case when ${isSame} then excluded.session_id end`
    : sql`update ${unverifiedAccounts} set session_id = ${id}::uuid
        where uid = ${userId} and ${isSame} and exists (select from inserted)`
}

/** Whether another browser than the one with this cookie signed in before the address was verified. */
export async function wasUnverifiedElsewhere(userId: UserId, cookieHash?: TokenHash): Promise<boolean> {
  const rows = await queryDatabase((queries) =>
    queries
      .select({ isHere: sql<boolean>`coalesce(${isSameBrowser(queries, cookieHash, new Date())}, false)` })
      .from(unverifiedAccounts)
      .where(eq(unverifiedAccounts.userId, userId)),
  )
  return rows.some(({ isHere }) => !isHere)
}

/** Deletes the record: the owner of the address has taken over the account, or was its only user. */
export async function forgetUnverified(userId: UserId): Promise<void> {
  await queryDatabase((queries) =>
    queries.delete(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId)),
  )
}

function isSameBrowser(queries: Queries, cookieHash: TokenHash | undefined, now: Date): SQL {
  if (!cookieHash) return sql`false`
  const found = queries.select({ id: sessions.id }).from(sessions).where(matchesCookie(cookieHash, now))
  return inArray(unverifiedAccounts.sessionId, found)
}
