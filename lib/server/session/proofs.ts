import 'server-only'
/** Exchanges an emailed code, after a press, for a proof of its address. */
import * as v from 'valibot'
import { addressBlock } from '@/lib/http/origin'
import { proveAnnounced } from '@/lib/server/database/accounts'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import type { RequestFacts } from '@/lib/server/http/request'
import type { IdentityResult } from '@/lib/server/identity/call'
import { callAsPage } from '@/lib/server/identity/toolkit'
import { normalizeEmail } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { sessionLimits } from '@/lib/server/session/limits'
import type { ProofAnswer, ProofKind } from '@/lib/session/address-proof'
import { createProof } from './address-proof'

export const proofBody = v.object({
  code: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,2000}$/)),
})

type ProofRequest = v.InferOutput<typeof proofBody> & {
  facts: Pick<RequestFacts, 'requestId' | 'clientAddress'>
}

export type ProofResult =
  | { status: 'ok'; answer: ProofAnswer }
  | { status: 'refused'; code: keyof typeof proofRefusals; retryAfterSeconds?: number }

/** The HTTP status of each refusal. */
export const proofRefusals = {
  'expired-action-code': 410,
  'invalid-action-code': 410,
  'provider-unavailable': 503,
  'rate-limited': 429,
  'user-disabled': 403,
} as const

/**
 * Asks the provider what a code is, which doesn't consume it, and signs a proof of the address that its mail went to. Judges by
 * the provider's type, never by the link's mode. Sign-in links have a nonce instead.
 */
export async function exchangeCode(request: ProofRequest): Promise<ProofResult> {
  const result = await readCode(request)
  const { requestId, clientAddress } = request.facts
  if (result.status === 'ok')
    log('info', 'address-proof.given', { requestId, clientAddress, kind: result.answer.kind })
  else log('warn', 'address-proof.refused', { requestId, clientAddress, code: result.code })
  return result
}

async function readCode(request: ProofRequest): Promise<ProofResult> {
  const wait = await consumeLimit(sessionLimits.proofByCode, request.code)
  if (wait !== null) return { status: 'refused', code: 'rate-limited', retryAfterSeconds: wait }
  const asked = await callAsPage({ method: 'accounts:resetPassword', body: { oobCode: request.code } })
  if (asked.status !== 'ok') return refusalOf(asked, request)
  const read = v.safeParse(codeAnswer, asked.value)
  if (!read.success) return { status: 'refused', code: 'provider-unavailable' }
  const { requestType, email, newEmail } = read.output
  const kind = kindOf[requestType]
  const address = kind === 'change' ? newEmail : email
  if (!kind || !address) return { status: 'refused', code: 'invalid-action-code' }
  if (kind === 'change') await proveAnnounced(email ? normalizeEmail(email) : null, normalizeEmail(address))
  return { status: 'ok', answer: { proof: await createProof(address, kind), kind } }
}

const kindOf: Readonly<Record<string, ProofKind>> = {
  PASSWORD_RESET: 'reset',
  VERIFY_EMAIL: 'verify',
  RECOVER_EMAIL: 'recover',
  VERIFY_AND_CHANGE_EMAIL: 'change',
}

const codeAnswer = v.object({
  requestType: v.string(),
  email: v.optional(v.string()),
  newEmail: v.optional(v.string()),
})

/** Unknown codes count for their sender: guessing costs the provider's calls. */
async function refusalOf(
  { status, code }: Exclude<IdentityResult<unknown>, { status: 'ok' }>,
  { facts }: Pick<ProofRequest, 'facts' | 'code'>,
): Promise<ProofResult> {
  const known = status === 'refused' ? refusalCodes[code] : undefined
  if (!known) return { status: 'refused', code: 'provider-unavailable' }
  const wait = await consumeLimit(sessionLimits.proofByAddress, addressBlock(facts.clientAddress))
  return wait === null
    ? { status: 'refused', code: known }
    : { status: 'refused', code: 'rate-limited', retryAfterSeconds: wait }
}

const refusalCodes: Readonly<Record<string, keyof typeof proofRefusals>> = {
  EMAIL_NOT_FOUND: 'invalid-action-code',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  USER_DISABLED: 'user-disabled',
  USER_NOT_FOUND: 'invalid-action-code',
}
