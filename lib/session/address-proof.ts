/** What a browser posts beside a token: proofs of an address (docs/decisions/session.md), and whether it renews. */

/** Carries a proof, or the nonce of a sign-in link, with `POST /api/session`. */
export const addressProofHeader = 'x-foyer-address-proof'

/** Hashes of the IDs of the provider's users that were created in this browser: for a proof of an address, or by Google. */
export const createdHereHeader = 'x-foyer-created-here'

/**
 * Marks a token posted to renew a session: it never creates one. Otherwise a renewal that arrives after a sign-out
 * would undo it, if the user had just signed in.
 */
export const renewalHeader = 'x-foyer-renewal'

/** The parameter of a sign-in link's `continueUrl` that carries its nonce. */
export const proofParameter = 'proof'

/** What the emailed code was for. */
export type ProofKind = 'verify' | 'reset' | 'recover' | 'change' | 'link'

export type ProofAnswer = { proof: string; kind: ProofKind }
