import 'server-only'
/** Creates sessions: one transaction, with what allows it. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CredentialId } from '@/lib/session/token'
import { newUuid } from '@/lib/uuid'
import { isOfUser, isStaying, type Proved, recordProof } from './accounts'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import { requireFromRooms } from './from-rooms'
import type { ProviderUserId, SessionId, TokenHash, UserId } from './ids'
import { accounts } from './schema/accounts'
import { sessionBindings, sessions } from './schema/sessions'
import { isLiveRow, matchesCookie, selectSessions } from './sessions'

type NewSession = {
  tokenHash: TokenHash
  userId: UserId
  /** The account's user at the provider. */
  providerUserId: ProviderUserId
  /** The proof that came with the sign-in, if any: used up with it. */
  proved?: Proved | null
  /** When the user signed in. */
  authenticatedAt: Date
  /** The credential of ours that was used to sign in, if any. */
  credential: CredentialId | null
  expiresAt: Date
  userAgent: string | null
  now: Date
  /** Of the cookie being replaced; its session ends. */
  replacesHash?: TokenHash
}

/**
 * `conflict`: another session has this cookie. `refused`: the account is leaving or has another user, its first proof was
 * used before, or the credential was removed. `bound`: this very sign-in has a session on a device, whose tokens alone open no
 * other. None changes anything.
 */
type Insertion = { status: 'inserted'; id: SessionId } | { status: 'conflict' | 'refused' | 'bound' }

/**
 * Creates a session. Locks the rows which allow it: replacing the account's user or removing the credential either waits for
 * it and then ends it, or is seen by it.
 */
export function insertSession(session: NewSession): Promise<Insertion> {
  const { tokenHash, userId, authenticatedAt, expiresAt, now, replacesHash, proved } = session
  const id: SessionId = newUuid()
  const userAgent = session.userAgent?.slice(0, maxUserAgentLength) ?? null
  const times = { createdAt: now, renewedAt: now, seenAt: now, checkedAt: now, expiresAt }
  return queryDatabase((queries) =>
    queries.transaction(async (transaction): Promise<Insertion> => {
      if (!(await isAllowed(transaction, session))) return { status: 'refused' }
      if (await isBoundSignIn(transaction, session)) return { status: 'bound' }
      const inserted = await transaction
        .insert(sessions)
        .values({ id, tokenHash, userId, userAgent, authenticatedAt, ...times })
        .onConflictDoNothing()
        .returning({ id: sessions.id })
      if (inserted.length === 0) return { status: 'conflict' }
      if (proved && !(await recordProof(transaction, userId, proved))) {
        await transaction.delete(sessions).where(eq(sessions.id, id))
        return { status: 'refused' }
      }
      if (replacesHash) {
        const isReplaced = isLiveRow(matchesCookie(replacesHash, now))
        await transaction.update(sessions).set({ revokedAt: now }).where(isReplaced)
      }
      return { status: 'inserted', id }
    }),
  )
}

const maxUserAgentLength = 500

/** Whether the account may get this session; locks its row and the credential's. */
async function isAllowed(queries: Queries, session: NewSession): Promise<boolean> {
  const { userId, providerUserId, credential, proved } = session
  // A first proof changes the row: two that share its lock would wait for each other.
  const lock = proved?.isFirst ? 'update' : 'share'
  const allowed = queries
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(isStaying(userId), isOfUser(providerUserId)))
    .$dynamic()
  if (!credential) return (await allowed.for(lock)).length > 0
  const table = requireFromRooms().credentials?.table
  if (!table) return false
  const isTheirs = and(eq(table.userId, accounts.userId), sql`${table.id} = ${credential}`)
  return (await allowed.innerJoin(table, isTheirs).for(lock)).length > 0
}

/** Whether a live session of the same sign-in is bound. One that isn't yet may have been lost with its answer. */
async function isBoundSignIn(queries: Queries, { userId, authenticatedAt }: NewSession): Promise<boolean> {
  const isSame = and(eq(sessions.userId, userId), eq(sessions.authenticatedAt, authenticatedAt))
  const bound = selectSessions(queries).where(isLiveRow(and(isSame, isNotNull(sessionBindings.confirmedAt))))
  return (await bound.limit(1)).length > 0
}
