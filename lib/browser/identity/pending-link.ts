import 'client-only'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'

/**
 * A provider sign-in whose address belongs to an account with a different sign-in method. It's kept for that sign-in in
 * this page's memory, never in storage: its credential can sign a user in.
 */
export type PendingLink = {
  provider: Provider
  email: string
  /** Links the provider to the user who has signed in. */
  addTo: (user: { uid: string }) => Promise<LinkFailure | null>
}

/** A provider that couldn't be linked, and why. */
export type LinkFailure = { provider: Provider; code: IdentityErrorCode }

/** About as long as the provider accepts the credential, so no later user of this page gets it. */
const maxAgeMs = 10 * 60_000

let pending: { link: PendingLink; until: number } | null = null

export function currentPendingLink(): PendingLink | null {
  return pending && performance.now() < pending.until ? pending.link : null
}

/** Replaces any other pending link; null drops it. */
export function setPendingLink(link: PendingLink | null): void {
  pending = link && { link, until: performance.now() + maxAgeMs }
}
