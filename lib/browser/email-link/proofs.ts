import 'client-only'
/** Proofs of an address. Our server issues them for emailed codes, so it sees itself that this browser got the mail. */
import type { Outcome } from '@/lib/browser/identity/firebase'
import { freshToken, unreachableCodes } from '@/lib/browser/identity/identity'
import { callSite } from '@/lib/browser/identity/site-requests'
import { keepProof } from '@/lib/browser/session/proof'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink } from '@/lib/email-link'
import type { ProofAnswer } from '@/lib/session/address-proof'
import { proofRequests } from '@/lib/site/proof-routes'

/**
 * Gets and keeps the proof for a code that is about to be used; the server doesn't consume it. Without a proof the code must
 * stay unused: it could never prove anything again.
 */
export async function proveByCode(config: PublicConfig, { mode, code }: MailLink): Promise<Outcome<unknown>> {
  // In a signed-in browser a change moves the proof to the new address, so passkeys keep working.
  const token = mode === 'verifyAndChangeEmail' ? await freshToken(config) : null
  if (token?.status === 'failed' && unreachableCodes.includes(token.code)) return token
  return requestProof({ code }, token?.status === 'done' ? token.value.idToken : null)
}

/**
 * Redeems a sign-in link that the SDK has sent, which has no nonce, and keeps its proof. Returns a custom token to sign in
 * with, and whether the link created the account.
 */
export async function redeemSignInLink(
  code: string,
  email: string,
): Promise<Outcome<{ customToken: string; isNewUser: boolean }>> {
  const redeemed = await requestProof({ code, email }, null)
  if (redeemed.status === 'failed') return redeemed
  const { customToken, isNewUser = false } = redeemed.value
  return customToken
    ? { status: 'done', value: { customToken, isNewUser } }
    : { status: 'failed', code: 'session-unavailable' }
}

async function requestProof(
  body: { code: string; email?: string },
  idToken: string | null,
): Promise<Outcome<ProofAnswer>> {
  const headers = idToken ? { authorization: `Bearer ${idToken}` } : {}
  const answer = await callSite<ProofAnswer>(proofRequests.proofs, { body, headers })
  if (answer.status === 'done') keepProof(answer.value.proof)
  return answer
}
