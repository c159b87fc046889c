import 'server-only'
/** Creates a session after a sign-in, or renews the current one. */
import { addressBlock } from '@/lib/http/origin'
import { serverConfig } from '@/lib/server/config'
import { isAddressProved, knowAccount } from '@/lib/server/database/accounts'
import { tokenHashOf } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { deleteSurplusSessions, insertSession } from '@/lib/server/database/sessions'
import type { RequestFacts } from '@/lib/server/http/request'
import { type IdentityResult, identityDeadline } from '@/lib/server/identity/call'
import { mintSessionCookie, type VerifiedIdToken, verifyIdToken } from '@/lib/server/identity/identity'
import { type UserState, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { sessionLimits } from '@/lib/server/session/limits'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { type AddressProof, isForToken, readProof } from './address-proof'
import type { NewCookie } from './cookie'
import type { RequestSession } from './current'
import { checkRenewal, type RenewalResult, renewCookie } from './renew'
import { type SecuredAccount, secureForOwner } from './secure'

/** A request for a session. A renewal never creates a new one. */
type SessionRequest = Pick<RequestFacts, 'requestId' | 'clientAddress' | 'userAgent'> & {
  idToken: string
  isRenewal: boolean
  /** The proof of the address that the browser sends, if any. */
  proof: string | null
  /** Whether the provider told the browser that this sign-in created the account. */
  isNewUser: boolean
}

/** Only `opened` and `renewed` set a cookie. */
export type SessionResult =
  | { status: 'opened'; cookie: NewCookie; userId: string }
  | SecuredAccount
  | RenewalResult
  | RateLimited
type RateLimited = { status: 'limited'; code: 'rate-limited'; retryAfterSeconds: number }

/**
 * Creates or renews a session for an ID token, by one of two rules (docs/decisions/session.md). New: the user
 * has just signed in. Renewal: the request also has our cookie for the same user, with a live row, expired no longer
 * than the grace period. So a stolen ID token alone never becomes a long session. A renewal request never creates
 * a session, as the user may have just signed out.
 *
 * The token is verified once, offline: an invalid one costs little and limits only its sender. The provider is called
 * last, and only for tokens that would create or renew a session.
 */
export async function createOrRenewSession(
  request: SessionRequest,
  current: RequestSession,
): Promise<SessionResult> {
  const result = await createOrRenew(request, current)
  logResult(result, request)
  return result
}

async function createOrRenew(request: SessionRequest, current: RequestSession): Promise<SessionResult> {
  const deadline = identityDeadline()
  const read = await verifyIdToken(request.idToken, deadline)
  if (read.status === 'refused') return (await countInvalidToken(request, current)) ?? read
  if (read.status !== 'ok') return read
  if (current.status === 'unknown') return { status: 'unavailable', code: 'session-unknown' }
  const token = read.value
  const sent = await readProof(request.proof)
  const proof = sent && isForToken(sent, token) ? sent : null
  const renewal = checkRenewal(current, token)
  if (renewal.status === 'unneeded' && !proof) return { status: 'kept', userId: token.userId }
  // Its browser may get the bound cookie again; a new sign-in needs neither cookie.
  const mayOpen = !request.isRenewal && isRecentSignIn(token.authenticatedAt)
  if (current.status === 'unbound' && !mayOpen) return { status: 'unavailable', code: 'session-unbound' }
  if (renewal.status === 'no' && request.isRenewal) return { status: 'refused', code: renewal.code }
  // A new session needs a recent sign-in, so a stolen ID token soon becomes useless.
  if (renewal.status === 'no' && !mayOpen)
    return { status: 'refused', code: 'session' in current ? renewal.code : 'sign-in-too-old' }
  const attempt = { ...request, proof, token, current, deadline }
  const user = await checkUserAndLimits(attempt)
  if (user.status !== 'ok') return user
  const account = await knowAccount(token.userId, user.value)
  if (account === 'recreated') return { status: 'refused', code: 'account-recreated' }
  const state = user.value
  if (token.credential && !isAddressProved(account, state.email))
    return { status: 'refused', code: 'address-not-proved' }
  const currentSession = 'renewed' in renewal ? renewal.renewed.row.id : null
  const isRenewal = renewal.status !== 'no'
  const secured = await secureForOwner({ ...attempt, state, account, currentSession, isRenewal })
  if (secured) return secured
  if (renewal.status === 'no') return createSession(attempt, state)
  if (renewal.status === 'unneeded') return { status: 'kept', userId: token.userId }
  return renewCookie(renewal.renewed, token, attempt)
}

/** A request whose token was verified, with the deadline for all its calls to the provider. */
type Attempt = Omit<SessionRequest, 'proof'> & {
  /** The proof, if it is for this token. */
  proof: AddressProof | null
  token: VerifiedIdToken
  current: RequestSession
  deadline: number
}

/**
 * Counts an invalid token; returns a refusal if there were too many. Users with a live session are counted
 * separately, so others at their address can't use up their limit.
 */
export async function countInvalidToken(
  { clientAddress }: Pick<RequestFacts, 'clientAddress'>,
  current: RequestSession,
): Promise<RateLimited | null> {
  const sender = current.status === 'valid' ? current.session.userId : addressBlock(clientAddress)
  return rateLimited(await consumeLimit(sessionLimits.invalidToken, sender))
}

/**
 * Returns the user's state, or the limit that was reached. Counts by user before the call, so a stolen token that
 * still verifies causes few calls, and by address, which others share, only afterwards. A renewal has its session's
 * cookie, so the user's limit is enough. Nobody else can use up the limit of a sign-in that proves the address.
 */
async function checkUserAndLimits(attempt: Attempt): Promise<IdentityResult<UserState> | RateLimited> {
  const { token, deadline, clientAddress, isRenewal } = attempt
  const own = ownLimit(attempt)
  const limit = own
    ? sessionLimits.mintByProof
    : isRenewal
      ? sessionLimits.renewByUser
      : sessionLimits.mintByUser
  const byUser = rateLimited(await consumeLimit(limit, own ?? token.userId))
  if (byUser) return byUser
  const state = await userState(token, deadline)
  if (state.status !== 'ok' || isRenewal || own) return state
  if (clientAddress === null) return state
  return rateLimited(await consumeLimit(sessionLimits.mintByAddress, addressBlock(clientAddress))) ?? state
}

/**
 * What a proved sign-in is counted by: its proof, the custom token that it got, or for Google, which may prove the address, the
 * user at this address of the network. Null for others.
 */
function ownLimit({ proof, token, clientAddress }: Attempt): string | null {
  if (proof) return proof.value
  if (token.securedBy) return token.securedBy
  const isGoogle = token.signInProvider === 'google.com' && token.emailVerified
  return isGoogle ? `${token.userId} ${addressBlock(clientAddress)}` : null
}

function rateLimited(retryAfterSeconds: number | null): RateLimited | null {
  return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }
}

/** Creates a session and ends the one whose cookie it replaces. */
async function createSession(attempt: Attempt, state: UserState): Promise<SessionResult> {
  const { token, current, userAgent, deadline } = attempt
  const { userId, credential } = token
  if (state.hasSecondFactor && !token.secondFactor && !credential)
    return { status: 'refused', code: 'second-factor-required' }
  const replacesHash = 'cookie' in current ? tokenHashOf(current.cookie) : undefined
  const now = new Date()
  const { lifetimeMs } = serverConfig().session
  return mintSessionCookie<SessionResult>(token, { lifetimeMs, deadline }, async (value, lastsMs) => {
    const insertion = await insertSession({
      tokenHash: tokenHashOf(value),
      ...{ userId, credential, userAgent, now, accountCreatedAt: state.createdAt },
      authenticatedAt: new Date(token.authenticatedAt * 1000),
      expiresAt: new Date(now.getTime() + lastsMs),
      ...(replacesHash && { replacesHash }),
    })
    if (insertion.status === 'inserted') {
      await deleteSurplusSessions(userId)
      const cookie = { value, sessionId: insertion.id, openedAt: now, isBound: false }
      return { status: 'opened', cookie, userId }
    }
    if (insertion.status === 'conflict') return 'conflict'
    if (insertion.status === 'bound') return { status: 'refused', code: 'sign-in-bound' }
    // A custom token lives for an hour, and its credential may have been removed since.
    return { status: 'refused', code: credential ? 'credential-removed' : 'sign-in-too-old' }
  })
}

function logResult(result: SessionResult, { requestId, clientAddress }: SessionRequest): void {
  const fields = { requestId, clientAddress }
  if (result.status === 'kept') log('debug', 'session.kept', { ...fields, userId: result.userId })
  else if (result.status === 'secured') log('info', 'account.secured', { ...fields, userId: result.userId })
  else if ('code' in result) log('warn', `session.${result.status}`, { ...fields, code: result.code })
  else log('info', `session.${result.status}`, { ...fields, userId: result.userId })
}
