import 'client-only'
import type { UserCredential } from 'firebase/auth'
import { currentPendingLink, setPendingLink } from '@/lib/browser/identity/pending-link'
import { type FreshToken, tokenOf } from './outcome'

/**
 * The token of a sign-in, after linking the pending provider to the account. If linking fails, the user is still signed
 * in.
 */
export async function tokenAfterLinking({ user }: UserCredential): Promise<FreshToken> {
  const pending = currentPendingLink()
  setPendingLink(null)
  if (!pending || !isSame(pending.email, user.email)) return tokenOf(user)
  const notLinked = await pending.addTo(user)
  return { ...(await tokenOf(user)), ...(notLinked && { notLinked }) }
}

/** Addresses are compared case-insensitively, like the provider's. */
function isSame(email: string, other: string | null): boolean {
  return email.toLowerCase() === other?.toLowerCase()
}
