import 'server-only'
/**
 * Proofs of an address: a signed value that only the browser has which held a code mailed to it, as the provider itself told
 * our server. The browser sends it with its next sign-in (docs/decisions/session.md).
 */
import * as v from 'valibot'
import { valueHashOf } from '@/lib/server/database/ids'
import { isUsed } from '@/lib/server/database/signing-keys'
import type { VerifiedIdToken } from '@/lib/server/identity/identity'
import { normalizeEmail, type UserState } from '@/lib/server/identity/user'
import type { ProofKind } from '@/lib/session/address-proof'
import { clockSkewSeconds } from '@/lib/session/token'
import type { Claim } from './ownership'
import { readSignedValue, type Signed, signValue } from './signed-values'

const kinds = ['verify', 'reset', 'recover', 'change', 'link'] as const satisfies readonly ProofKind[]
const claims = v.object({ address: v.string(), kind: v.picklist(kinds) })

export type AddressProof = Signed<v.InferOutput<typeof claims>>

/** A link's nonce stands in the mail, so it's valid as long as a link; any other proof goes to the open page. */
const lifetimeSeconds = { link: 24 * 3600, page: 600 } as const

/** Signs the proof that goes to the page which has just shown us a code. */
export function createProof(address: string, kind: ProofKind): Promise<string> {
  return signValue('address-proof', { address: normalizeEmail(address), kind }, lifetimeSeconds.page)
}

/** Signs the nonce of a sign-in link, which proves its address on any device that opens it. */
export function createLinkNonce(address: string): Promise<string> {
  return signValue('address-proof', { address: normalizeEmail(address), kind: 'link' }, lifetimeSeconds.link)
}

/** Reads a proof; null if it isn't ours, has expired or was used. */
export async function readProof(value: string | null): Promise<AddressProof | null> {
  const proof = value ? await readSignedValue('address-proof', value, claims) : null
  return proof && !(await isUsed(valueHashOf(proof.value))) ? proof : null
}

/** Whether the token belongs to the proof: it names its address, and was issued after it (by two clocks). */
export function isForToken(proof: AddressProof, token: VerifiedIdToken): boolean {
  return namesAddress(proof, token) && token.issuedAt >= proof.issuedAt - clockSkewSeconds
}

/** Whether the token names the proof's address. Another's would sign the browser in to an account of who sent the link. */
export function namesAddress({ claims: { address } }: AddressProof, { email }: VerifiedIdToken): boolean {
  return email !== null && normalizeEmail(email) === address
}

/** What a proof claims; it is used up with what it opens. */
export function claimOf({ claims: { address, kind }, value, expiresAt }: AddressProof): Claim {
  const used = { hash: valueHashOf(value), expiresAt: new Date(expiresAt * 1000) }
  return { address, kind, googleId: null, used }
}

/**
 * What a Google sign-in claims: the account's address, if Google has verified the same one. Null for an alias or a renamed
 * address, and for all other sign-ins.
 */
export function googleClaim(
  { emailVerified, signInProvider, signInAccount: googleId }: VerifiedIdToken,
  { email, providers }: UserState,
): Claim | null {
  const google = providers.find(({ providerId }) => providerId === 'google.com')
  const isSame = email !== null && google?.email != null && normalizeEmail(google.email) === email
  if (signInProvider !== 'google.com' || !emailVerified || !isSame) return null
  return { address: email, kind: 'google', googleId, used: null }
}
