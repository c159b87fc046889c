import 'server-only'
/** Gives an account to the owner of its email address, once they have proved to hold it (SECURITY.md, promise 11). */
import ms from 'ms'
import {
  abandonSecuring,
  finishSecuring,
  isAddressProved,
  type KnownAccount,
  listInterrupted,
  recordCustomToken,
  recordProof,
  startSecuring,
} from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { hasCredentials, requireCredentials } from '@/lib/server/database/credentials'
import type { SessionId } from '@/lib/server/database/ids'
import { countOtherSessions, endSessionRows } from '@/lib/server/database/sessions'
import type { IdentityResult } from '@/lib/server/identity/call'
import type { VerifiedIdToken } from '@/lib/server/identity/identity'
import {
  createCustomToken,
  foreignProviders,
  type KeptMethods,
  keepOnly,
  type LinkedAccount,
  restoreAddress,
  setDisabled,
  type UserState,
} from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { securedByClaim } from '@/lib/session/address-proof'
import { newUuid } from '@/lib/uuid'
import { type AddressProof, provesByGoogle } from './address-proof'
import { takeSignedValue } from './signed-values'

type SignIn = {
  requestId: string
  token: VerifiedIdToken
  state: UserState
  account: KnownAccount
  /** The proof that came with the request, if it is for this token. */
  proof: AddressProof | null
  /** Whether the provider told the browser that this sign-in created the account. Believed only beside a proof. */
  isNewUser: boolean
  /** The session of the request's cookie, if it's live and of this user. */
  currentSession: SessionId | null
  /** A renewal has its session's cookie, and no session is left from before. */
  isRenewal: boolean
}

/** All sign-in methods but the one used were removed, and this sign-in with them; `customToken` signs the owner in again. */
export type SecuredAccount = {
  status: 'secured'
  code: 'account-secured'
  customToken: string | null
  userId: string
}

type Refused = { status: 'refused'; code: 'address-proof-needed' } | { status: 'unavailable'; code: string }

/**
 * Decides what a sign-in may do with an account. The first proof of its present address secures it: only the sign-in method
 * used now stays, all tokens and sessions end, and the browser signs in once more. Null if the sign-in may go on as it is.
 */
export async function secureForOwner(signIn: SignIn): Promise<SecuredAccount | Refused | null> {
  const { token, state, account, proof } = signIn
  const { email } = state
  const isProof = proof !== null ? proof.claims.address === email : provesByGoogle(token, state)
  if (account.tokensUntil && account.address && email !== account.address) return refuseMoved(account)
  // The owner's second sign-in, by the token that the first one got.
  if (account.securingAt === null && token.securedBy !== null && token.securedBy === account.securedBy)
    return null
  const mustProve = account.securingAt !== null || account.tokensUntil !== null
  if (!isProof || email === null)
    return mustProve && !signIn.isRenewal ? { status: 'refused', code: 'address-proof-needed' } : null
  // The person who changed the address may have proved it, too, so getting it back is always a first proof.
  const isFirst = mustProve || !isAddressProved(account, email) || proof?.claims.kind === 'recover'
  if (isFirst && !(await hasNothingForeign(signIn))) return secure(signIn, email)
  if (isFirst) await recordProof(token.userId, email)
  if (isFirst && token.signInProvider === 'custom') await recordCustomToken(token.userId, new Date())
  if (proof?.claims.kind === 'link') await takeSignedValue(proof)
  return null
}

/**
 * Whether nobody else can have left anything: the account is new, or the password stays, and there is no other sign-in
 * method, credential or session. A session or a refresh token of another browser would not be seen otherwise.
 */
async function hasNothingForeign(signIn: SignIn): Promise<boolean> {
  const { token, state, account, isNewUser, currentSession } = signIn
  const { userId } = token
  const kept = keptMethods(signIn)(state)
  if (account.securingAt !== null || !(isNewUser || (kept.password && account.tokenAt === null))) return false
  if (state.passwordSetAt !== null && !kept.password) return false
  if (foreignProviders(state.providers, kept.account).length > 0) return false
  if (await hasCredentials(userId)) return false
  return (await countOtherSessions(userId, currentSession)) === 0
}

/**
 * What stays is what the token says was used. A password is the owner's if the holder of the mailbox signed in with it, or has
 * just set it by a mailed reset, and it wasn't set again since. A token of an email link says `password`, too, but saves none.
 */
function keptMethods({ token, proof }: Pick<SignIn, 'token' | 'proof'>): KeptMethods {
  const { signInProvider, signInAccount, authenticatedAt } = token
  const kind = proof?.claims.kind
  const isByMail = kind === 'link' || kind === 'recover'
  return ({ providers, passwordSetAt }) => ({
    account: providers.find(isUsed) ?? null,
    password:
      !isByMail &&
      kind !== undefined &&
      signInProvider === 'password' &&
      passwordSetAt !== null &&
      Math.floor(passwordSetAt.getTime() / 1000) <= authenticatedAt,
  })

  function isUsed({ providerId, accountId }: LinkedAccount): boolean {
    return !isByMail && signInAccount !== null && providerId === signInProvider && accountId === signInAccount
  }
}

/** Removes what others may have put there. Each step can be repeated: after a failure or a crash the next proof starts over. */
async function secure(signIn: SignIn, address: string): Promise<SecuredAccount | Refused> {
  const { token, state, proof, requestId } = signIn
  const { userId } = token
  const startedAt = new Date()
  const row = await startSecuring(userId, startedAt)
  if (!row) return { status: 'unavailable', code: 'account-being-secured' }
  // First, while nothing has been removed. Without a token the owner has to sign in once more.
  const securedBy = newUuid()
  const claims = { [securedByClaim]: securedBy }
  const customToken = state.hasSecondFactor ? null : await createCustomToken(userId, { claims })
  const revoked = await keepOnly(userId, keptMethods(signIn))
  if (revoked.status !== 'ok') {
    await abandonSecuring(userId, startedAt)
    return unavailable(revoked)
  }
  const count = await endSessionRows({ userId }, new Date())
  await queryDatabase(async (queries) => requireCredentials()?.removeAll(queries, userId))
  const securedAt = revoked.value
  const done = { startedAt, address, securedAt, securedBy, tokensUntil: tokensUntil(row) }
  if (!(await finishSecuring(userId, done))) return { status: 'unavailable', code: 'account-being-secured' }
  if (proof?.claims.kind === 'link') await takeSignedValue(proof)
  log('info', 'session.ended', { requestId, userId, count, reason: 'all-by-reclaim' })
  return { status: 'secured', code: 'account-secured', customToken, userId }
}

/** Lets users sign in again whom a crash has left disabled. The next proof then starts over. */
export async function abandonInterrupted(): Promise<void> {
  for (const { userId, securingAt } of await listInterrupted(new Date())) {
    const enabled = await setDisabled(userId, false)
    const isGone = enabled.status === 'refused'
    if ((enabled.status === 'ok' || isGone) && securingAt) await abandonSecuring(userId, securingAt)
  }
}

/** The provider accepts custom tokens for an hour; a minute for clocks and for a token that was being signed. */
const customTokensLastMs = ms('61m')

/** Until when somebody else's custom token may be valid; null if none can be. Nothing revokes one. */
function tokensUntil({ tokenAt }: KnownAccount): Date | null {
  const until = tokenAt && new Date(tokenAt.getTime() + customTokensLastMs)
  return until && until > new Date() ? until : null
}

/**
 * Somebody changed the address of an account that was just secured, with a custom token from before. It goes back, and with it
 * everything that could sign in.
 */
export async function refuseMoved({ userId, address }: KnownAccount): Promise<Refused> {
  if (address) {
    const restored = await restoreAddress(userId, address)
    if (restored.status !== 'ok') return unavailable(restored)
  }
  return { status: 'refused', code: 'address-proof-needed' }
}

function unavailable({ code }: Exclude<IdentityResult<unknown>, { status: 'ok' }>): Refused {
  return { status: 'unavailable', code }
}
