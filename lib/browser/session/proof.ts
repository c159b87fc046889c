import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'

/** How long the server accepts a proof. */
const maxAgeMs = 10 * 60_000

/**
 * Keeps what proves that this browser got an address's mail: a proof by our server, or the nonce of a sign-in link. The next
 * request for a session sends it, also after a page that led to the sign-in form.
 */
export function keepProof(proof: string): void {
  tryStorage(({ session }) => session.setItem(personal.proof, `${Date.now() + maxAgeMs} ${proof}`))
}

/** The kept proof; null if there's none. Deletes one that is older than ten minutes by this browser's clock. */
export function keptProof(): string | null {
  const [until = '', proof = ''] =
    tryStorage(({ session }) => session.getItem(personal.proof))?.split(' ') ?? []
  const remainingMs = Number(until) - Date.now()
  // A corrected clock can leave a bit more.
  if (proof && remainingMs > 0 && remainingMs <= 2 * maxAgeMs) return proof
  forgetProof()
  return null
}

export function forgetProof(): void {
  forgetPersonal([personal.proof])
}
