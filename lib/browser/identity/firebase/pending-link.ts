import 'client-only'
import type { UserCredential } from 'firebase/auth'
import { currentPendingLink, setPendingLink } from '@/lib/browser/identity/pending-link'
import { type FreshToken, tokenOfSignIn } from './outcome'

/**
 * The token of a sign-in, after linking the pending provider to the account. If linking fails, the user is still signed
 * in.
 */
export async function tokenAfterLinking(credential: UserCredential): Promise<FreshToken> {
  const { user } = credential
  const pending = currentPendingLink()
  setPendingLink(null)
  if (!pending || !isSame(pending.email, user.email)) return tokenOfSignIn(credential)
  const notLinked = await pending.addTo(user)
  return { ...(await tokenOfSignIn(credential)), ...(notLinked && { notLinked }) }
}

/** Addresses are compared case-insensitively, like the provider's. */
function isSame(email: string, other: string | null): boolean {
  return email.toLowerCase() === other?.toLowerCase()
}
