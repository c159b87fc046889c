import 'client-only'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'

/**
 * A sign-in with another provider whose address belongs to an account that signs in otherwise. It waits for that sign-in
 * in the memory of this page, never in storage: what it holds can sign somebody in.
 */
export type PendingLink = {
  provider: Provider
  email: string
  /** Whom it may be added to, and how. */
  addTo: (user: { uid: string }) => Promise<LinkFailure | null>
}

/** What was not added after all, and why. */
export type LinkFailure = { provider: Provider; code: IdentityErrorCode }

/** About as long as the provider takes what was kept. Nobody who comes to this page later is given it. */
const keptForMs = 10 * 60_000

let pending: { link: PendingLink; until: number } | null = null

/** What waits now. */
export function currentPendingLink(): PendingLink | null {
  return pending && performance.now() < pending.until ? pending.link : null
}

/** Lets it wait, in place of any other; null drops it. */
export function setPendingLink(link: PendingLink | null): void {
  pending = link && { link, until: performance.now() + keptForMs }
}
