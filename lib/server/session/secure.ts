import 'server-only'
/** Gives an account back to the owner of its address (SECURITY.md, pre-hijacking). */
import {
  deletePasskeyRows,
  forgetUnverified,
  type TokenHash,
  wasUnverifiedElsewhere,
} from '@/lib/server/database/database'
import {
  createCustomToken,
  removeOtherSignInMethods,
  type UserState,
  type VerifiedIdToken,
} from '@/lib/server/identity/identity'
import { endAllSessions } from './end'

type SignIn = {
  requestId: string
  /** Whether the browser says that a password was typed which its owner knew before. */
  isByKnownPassword: boolean
  state: UserState
  replacesHash: TokenHash | undefined
}

/** Somebody else's ways in were removed, this sign-in with them; `customToken` signs the owner in again. */
export type SecuredAccount = {
  status: 'secured'
  code: 'account-secured'
  customToken: string | null
  userId: string
}

/**
 * Secures an account whose owner signs in after somebody else used it before its address was verified: only
 * the sign-in method used now stays, all tokens and sessions end, and the browser signs in once more. Null if
 * there's nothing to secure.
 */
export async function secureForOwner(
  token: VerifiedIdToken,
  signIn: SignIn,
): Promise<SecuredAccount | { status: 'unavailable'; code: string } | null> {
  const { userId } = token
  if (!provesAddress(token, signIn)) return null
  if (!(await wasUnverifiedElsewhere(userId, signIn.replacesHash))) {
    await forgetUnverified(userId)
    return null
  }
  // First, as nothing may be removed that can't be given back: without it the owner has to sign in once more.
  const customToken = signIn.state.hasSecondFactor ? null : await createCustomToken(userId)
  const removed = await removeOtherSignInMethods(userId, signIn.state.providers, token.signInProvider)
  if (removed.status !== 'ok') return { status: 'unavailable', code: removed.code }
  await deletePasskeyRows(userId)
  const ended = await endAllSessions(userId, { requestId: signIn.requestId, reason: 'all-by-reclaim' })
  if (ended.status !== 'ok') return { status: 'unavailable', code: ended.code }
  await forgetUnverified(userId)
  return { status: 'secured', code: 'account-secured', customToken, userId }
}

/**
 * Whether only the owner of the address can have signed in so. A password, or a provider that was linked,
 * may be whoever registered; a link that was mailed, or the same address at Google, is not. The token calls
 * a mailed link a password, so the browser says when a known one was typed: a lie keeps what its author had.
 */
function provesAddress(
  { email, emailVerified, signInProvider }: VerifiedIdToken,
  { isByKnownPassword, state }: SignIn,
): boolean {
  if (!email || !emailVerified) return false
  if (signInProvider === 'password') return !isByKnownPassword
  const google = state.providers.find(({ providerId }) => providerId === 'google.com')
  return signInProvider === 'google.com' && google?.email?.toLowerCase() === email.toLowerCase()
}
