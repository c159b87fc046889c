import 'server-only'
/** Secures an account for the owner of its email address (SECURITY.md, pre-hijacking). */
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
  /** Whether the browser says the user typed a password they already knew. */
  usesKnownPassword: boolean
  state: UserState
  replacesHash: TokenHash | undefined
}

/** Another person's sign-in methods were removed, and this sign-in with them; `customToken` signs the owner in again. */
export type SecuredAccount = {
  status: 'secured'
  code: 'account-secured'
  customToken: string | null
  userId: string
}

/**
 * Secures an account that another person used before its address was verified, when its owner signs in: only the
 * sign-in method used now stays, all tokens and sessions end, and the browser signs in once more. Null if there's
 * nothing to secure.
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
  // First, while nothing has been removed. Without a token the owner has to sign in once more.
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
 * Whether only the owner of the address can sign in this way: with an email link, or the same address at Google. A
 * password or a linked provider may belong to the person who registered the account. A token of an email link says
 * "password", so the browser marks known passwords; a false mark only keeps what its sender already had.
 */
function provesAddress(
  { email, emailVerified, signInProvider }: VerifiedIdToken,
  { usesKnownPassword, state }: SignIn,
): boolean {
  if (!email || !emailVerified) return false
  if (signInProvider === 'password') return !usesKnownPassword
  const google = state.providers.find(({ providerId }) => providerId === 'google.com')
  return signInProvider === 'google.com' && google?.email?.toLowerCase() === email.toLowerCase()
}
