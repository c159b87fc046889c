import 'client-only'
import { forgetPersonal, personal, tryStorage } from '@/lib/browser/site-data'

/**
 * Keeps what proves that this browser got an address's mail: a proof by our server, or the nonce of a sign-in link. The next
 * request for a session sends it, also after a page that led to the sign-in form. The server judges its age.
 */
export function keepProof(proof: string): void {
  tryStorage(({ session }) => session.setItem(personal.proof, proof))
}

/** The kept proof, if there is one. */
export function keptProof(): string | null | undefined {
  return tryStorage(({ session }) => session.getItem(personal.proof))
}

export function forgetProof(): void {
  forgetPersonal([personal.proof])
}
