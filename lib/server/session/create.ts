import 'server-only'
/** Creates a session after a sign-in, or renews the current one. */
import { addressBlock } from '@/lib/http/origin'
import { serverConfig } from '@/lib/server/config'
import { type KnownAccount, knowAccount, type Proved, recordProofNow } from '@/lib/server/database/accounts'
import { tokenHashOf, valueHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { deleteSurplusSessions } from '@/lib/server/database/sessions'
import type { RequestFacts } from '@/lib/server/http/request'
import { type IdentityResult, identityDeadline } from '@/lib/server/identity/call'
import { mintSessionCookie, type VerifiedIdToken, verifyIdToken } from '@/lib/server/identity/identity'
import { lookUpUsers, normalizeEmail, type UserState, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { sessionLimits } from '@/lib/server/session/limits'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { type AddressProof, claimOf, googleClaim, isForToken, namesAddress, readProof } from './address-proof'
import type { NewCookie } from './cookie'
import type { RequestSession } from './current'
import { type OwnershipRefusal, type SecuredAccount, settleOwnership } from './ownership'
import { checkRenewal, type RenewalResult, renewCookie } from './renew'

/** A request for a session. A renewal never creates a new one. */
type SessionRequest = Pick<RequestFacts, 'requestId' | 'clientAddress' | 'userAgent'> & {
  idToken: string
  isRenewal: boolean
  /** The proof of the address that the browser sends, if any. */
  proof: string | null
  /** Hashes of the IDs of users that were created in the browser, as it says. */
  createdHere: readonly string[]
}

/** Only `opened` and `renewed` set a cookie. */
export type SessionResult =
  | { status: 'opened'; cookie: NewCookie; userId: string; wasPutBack: boolean }
  | SecuredAccount
  | OwnershipRefusal
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
  if (renewal.status === 'unneeded' && !proof) return { status: 'kept', userId: renewal.renewed.row.userId }
  // Its browser may get the bound cookie again; a new sign-in needs neither cookie.
  const mayOpen = !request.isRenewal && isRecentSignIn(token.authenticatedAt)
  if (current.status === 'unbound' && !mayOpen) return { status: 'unavailable', code: 'session-unbound' }
  if (renewal.status === 'no' && request.isRenewal) return { status: 'refused', code: renewal.code }
  // A new session needs a recent sign-in, so a stolen ID token soon becomes useless.
  if (renewal.status === 'no' && !mayOpen)
    return { status: 'refused', code: 'session' in current ? renewal.code : 'sign-in-too-old' }
  const attempt = { ...request, proof, token, current, deadline }
  const checked = await checkUserAndLimits(attempt)
  const isGone = checked.status === 'refused' && checked.code === 'auth/user-not-found'
  if (isGone && sent && namesAddress(sent, token)) {
    // Its account may have a new user since, or be on its way: the proof alone leads there.
    const opened = await openByProof(sent, { ...request, email: undefined })
    if (opened.code !== 'sign-in-needed') return opened
  }
  if (checked.status !== 'ok') return checked
  const user = checked.value
  const isStillThere = async () => (await userState(token, deadline)).status !== 'refused'
  const account = await knowAccount(user, isStillThere)
  const isCreator = request.createdHere.includes(valueHashOf(token.providerUserId))
  const claim = proof ? claimOf(proof) : googleClaim(token, user)
  const settled = await settleOwnership({ ...attempt, claim, found: { account, user }, isCreator })
  if (settled.status !== 'own' || account === 'recreated')
    return settled.status === 'own' ? { status: 'refused', code: 'account-recreated' } : settled
  const { proved, isProved } = settled
  if (token.credential && !isProved) return { status: 'refused', code: 'address-not-proved' }
  if (renewal.status === 'no') return createSession(attempt, { user, account, proved })
  const { userId } = account
  if (proved && !(await recordProofNow(userId, proved)))
    return { status: 'refused', code: 'address-proof-needed' }
  if (renewal.status === 'unneeded') return { status: 'kept', userId }
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
 * Returns the user's state, or the limit that was reached. All sign-ins count by user and by network address. Before the call
 * they are refused by user, so a stolen token that still verifies causes few calls; by address, which others share, only
 * afterwards. Sign-ins that prove the address have a limit of their own, which nobody else can use up. A renewal has its
 * session's cookie, so the user's limit is enough.
 */
async function checkUserAndLimits(attempt: Attempt): Promise<IdentityResult<UserState> | RateLimited> {
  const { token, deadline, clientAddress, isRenewal } = attempt
  const block = addressBlock(clientAddress)
  const byUser = await consumeLimit(
    isRenewal ? sessionLimits.renewByUser : sessionLimits.mintByUser,
    token.providerUserId,
  )
  const proving = provingLimit(attempt)
  const refused = rateLimited(proving ? await consumeLimit(sessionLimits.mintByProof, proving) : byUser)
  if (refused) return refused
  const state = await userState(token, deadline)
  if (state.status !== 'ok' || isRenewal || clientAddress === null) return state
  const byAddress = await consumeLimit(sessionLimits.mintByAddress, block)
  return (proving ? null : rateLimited(byAddress)) ?? state
}

/** What a sign-in that proves the address counts by: whose it is, and for Google also from where. Null for others. */
function provingLimit({ proof, token, clientAddress }: Attempt): string | null {
  if (proof) return proof.claims.address
  const isGoogle = token.signInProvider === 'google.com' && token.emailVerified
  return isGoogle ? `${token.providerUserId} ${addressBlock(clientAddress)}` : null
}

function rateLimited(retryAfterSeconds: number | null): RateLimited | null {
  return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }
}

type Opening = { user: UserState; account: KnownAccount; proved: Proved | null }

/** Creates a session and ends the one whose cookie it replaces. */
async function createSession(attempt: Attempt, { user, account, proved }: Opening): Promise<SessionResult> {
  const { token, current, userAgent, deadline } = attempt
  const { userId } = account
  const { credential, providerUserId } = token
  if (user.hasSecondFactor && !token.secondFactor && !credential)
    return { status: 'refused', code: 'second-factor-required' }
  const replacesHash = 'cookie' in current ? tokenHashOf(current.cookie) : undefined
  const now = new Date()
  const { lifetimeMs } = serverConfig().session
  return mintSessionCookie<SessionResult>(token, { lifetimeMs, deadline }, async (value, lastsMs) => {
    const insertion = await insertSession({
      tokenHash: tokenHashOf(value),
      ...{ userId, providerUserId, credential, userAgent, now, proved },
      authenticatedAt: new Date(token.authenticatedAt * 1000),
      expiresAt: new Date(now.getTime() + lastsMs),
      ...(replacesHash && { replacesHash }),
    })
    if (insertion.status === 'inserted') {
      await deleteSurplusSessions(userId)
      const cookie = { value, sessionId: insertion.id, openedAt: now, isBound: false }
      return { status: 'opened', cookie, userId, wasPutBack: account.putBackAt !== null }
    }
    if (insertion.status === 'conflict') return 'conflict'
    if (insertion.status === 'bound') return { status: 'refused', code: 'sign-in-bound' }
    if (proved?.isFirst) return { status: 'refused', code: 'address-proof-needed' }
    // A custom token lives for an hour, and its credential may have been removed since.
    return { status: 'refused', code: credential ? 'credential-removed' : 'sign-in-too-old' }
  })
}

type Unopened = Extract<SessionResult, { code: string }>

/** A request that has a proof of an address and no token. `email`: the address that was typed beside it. */
type ProofRequest = Pick<SessionRequest, 'requestId' | 'clientAddress' | 'createdHere'> & {
  proof: string
  email?: string | undefined
}

/**
 * Opens what a proof alone opens: an account at an address that nobody has proved, and one on its way to its owner. Needs
 * neither a sign-in to the account as it is nor its second factor. `sign-in-needed` for all others: the proof is known, and
 * goes with the sign-in.
 */
export async function openBySentProof(request: ProofRequest, current: RequestSession): Promise<Unopened> {
  const proof = await readProof(request.proof)
  const opened = proof ? openByProof(proof, request) : countInvalidToken(request, current)
  const result = (await opened) ?? { status: 'refused', code: 'proof-unknown' }
  if (result.code !== 'sign-in-needed') logResult(result, request)
  return result
}

async function openByProof(
  proof: AddressProof,
  { requestId, createdHere, email }: Omit<ProofRequest, 'proof' | 'clientAddress'>,
): Promise<Unopened> {
  const { address } = proof.claims
  // Otherwise a link that an attacker sends would sign the visitor in to the attacker's account.
  if (email !== undefined && normalizeEmail(email.trim()) !== address)
    return { status: 'refused', code: 'proof-of-other-address' }
  const limited = rateLimited(await consumeLimit(sessionLimits.mintByProof, address))
  if (limited) return limited
  const users = await lookUpUsers({ email: [address] })
  if (users.status !== 'ok') return users
  const [user] = users.value
  if (user?.isDisabled) return { status: 'refused', code: 'auth/user-disabled' }
  const account = user ? await knowAccount(user) : null
  const found = user && account ? { account, user } : null
  const isCreator = user !== undefined && createdHere.includes(valueHashOf(user.providerUserId))
  const settled = await settleOwnership({ requestId, claim: claimOf(proof), found, isCreator })
  return settled.status === 'own' ? { status: 'refused', code: 'sign-in-needed' } : settled
}

function logResult(
  result: SessionResult,
  { requestId, clientAddress }: Pick<SessionRequest, 'requestId' | 'clientAddress'>,
): void {
  const fields = { requestId, clientAddress }
  if (result.status === 'secured') return
  if (result.status === 'kept') log('debug', 'session.kept', { ...fields, userId: result.userId })
  else if ('code' in result) log('warn', `session.${result.status}`, { ...fields, code: result.code })
  else log('info', `session.${result.status}`, { ...fields, userId: result.userId })
}
