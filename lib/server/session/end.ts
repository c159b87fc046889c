import 'server-only'
/** Ends sessions: by their user, after a revocation by the provider, or by age. Each is logged. */
import ms from 'ms'
import { serverConfig } from '@/lib/server/config'
import { findAccount, providerUserOf, withdrawAnnouncement } from '@/lib/server/database/accounts'
import { parseSessionId, type UserId } from '@/lib/server/database/ids'
import {
  deleteEndedSessions,
  endSessionRows,
  isOtherUsersSession,
  recordVisit,
  type SessionRow,
} from '@/lib/server/database/sessions'
import { logForeignId } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import type { IdentityResult } from '@/lib/server/identity/call'
import { revokeTokens, type UserState, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import type { Session } from '@/lib/session/token'
import { checkAddress } from './ownership'

/** A session, by its row or as the live one of a request. */
type OwnSession = Pick<SessionRow, 'id' | 'userId'>

/** Log fields of an ended session. */
type Cause = {
  requestId: string
  /** Which sessions, and by what, such as `others-by-owner`. */
  reason: `others-by-${string}` | 'all-by-owner'
}

/** Signs a browser out, which also invalidates copies of its cookie. */
export async function endThisSession({ id, userId }: OwnSession, requestId: string): Promise<void> {
  const count = await endSessionRows({ userId, id }, new Date())
  if (count > 0) log('info', 'session.closed', { requestId, userId })
}

/** Ends one of the user's sessions. False if they have no such live one; a request for another user's is logged. */
export async function endListedSession(
  listedId: string,
  { userId }: OwnSession,
  facts: RequestFacts,
): Promise<boolean> {
  const id = parseSessionId(listedId)
  if (!id) return false
  if ((await endSessionRows({ userId, id }, new Date())) > 0) {
    await withdrawAnnouncement(userId, { of: id })
    log('info', 'session.ended', { requestId: facts.requestId, userId, reason: 'by-owner' })
    return true
  }
  if (await isOtherUsersSession(id, userId)) logForeignId(facts, { userId, kind: 'session', id })
  return false
}

/** Ends all sessions of the user but this one. */
export async function endOtherSessions({ id, userId }: OwnSession, cause: Cause): Promise<void> {
  await withdrawAnnouncement(userId, { except: id })
  const count = await endSessionRows({ userId, exceptId: id }, new Date())
  log('info', 'session.ended', { ...cause, userId, count })
}

/** Ends all sessions of a user and revokes the provider's tokens. Unless `ok`, none has ended. Without a cause it isn't logged. */
export async function endAllSessions(userId: UserId, cause: Cause | null): Promise<IdentityResult<Date>> {
  const revoked = await revokeTokens(await providerUserOf(userId))
  if (revoked.status !== 'ok') return revoked
  await withdrawAnnouncement(userId)
  const count = await endSessionRows({ userId }, new Date())
  if (cause) log('info', 'session.ended', { ...cause, userId, count })
  return revoked
}

/**
 * Records a visit, and checks the user with the provider: at most once a minute per session. Ends the session if the user was
 * deleted or disabled, or all tokens were revoked since this sign-in. Without a response nothing changes.
 */
export async function visitSession(row: SessionRow, session: Session): Promise<void> {
  const now = new Date()
  if (!(await recordVisit(row, now))) return
  const state = await userState(session)
  if (state.status === 'unavailable') return log('warn', 'identity.unavailable', { code: state.code })
  const reason = state.status === 'ok' ? await accountProblem(row.userId, state.value) : state.code
  if (reason === null) return
  const { userId, id, tokenHash } = row
  // A session renewed in between, as after a password change, is from a later sign-in.
  const count = await endSessionRows({ userId, id, tokenHash }, now)
  if (count > 0) log('info', 'session.ended', { userId, reason })
}

/** Why an account that the provider still has is no longer the session's; null if it is. */
async function accountProblem(userId: UserId, user: UserState): Promise<string | null> {
  const account = await findAccount(userId)
  if (!account) return null
  const isSame = account.providerUserId === user.providerUserId
  if (!isSame || account.createdAt.getTime() !== user.createdAt.getTime()) return 'account-recreated'
  const position = await checkAddress(account, user)
  return position === 'put-back' || position === 'moved' ? `address-${position}` : null
}

/** Deletes sessions that ended thirty days ago, as `/privacy` promises. */
export async function deleteExpiredSessions(shouldStop: () => boolean): Promise<void> {
  const endedBefore = new Date(Date.now() - keptForMs)
  const count = await deleteEndedSessions(shouldStop, endedBefore, serverConfig().session.graceMs)
  if (count > 0) log('info', 'session.deleted', { count })
}

const keptForMs = ms('30d')
