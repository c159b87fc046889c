import 'client-only'
import type { UserCredential } from 'firebase/auth'
import { currentPendingLink, setPendingLink } from '@/lib/browser/identity/pending-link'
import { type FreshToken, tokenOf } from './outcome'

/**
 * The token of a sign-in, once what was waiting for this person is added to the account. Whether that works or not, they
 * are signed in.
 */
export async function tokenAfterLinking({ user }: UserCredential): Promise<FreshToken> {
  const pending = currentPendingLink()
  setPendingLink(null)
  if (!pending || !isSame(pending.email, user.email)) return tokenOf(user)
  const notLinked = await pending.addTo(user)
  return { ...(await tokenOf(user)), ...(notLinked && { notLinked }) }
}

/** One account per address, whatever the case of its letters. */
function isSame(email: string, other: string | null): boolean {
  return email.toLowerCase() === other?.toLowerCase()
}
