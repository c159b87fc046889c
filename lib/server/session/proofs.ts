import 'server-only'
/** Exchanges an emailed code, after a press, for a proof of its address. */
import * as v from 'valibot'
import { addressBlock } from '@/lib/http/origin'
import {
  allowNextAddress,
  isAddressProved,
  knowAccount,
  recordCustomToken,
} from '@/lib/server/database/accounts'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import type { RequestFacts } from '@/lib/server/http/request'
import { type IdentityResult, identityDeadline } from '@/lib/server/identity/call'
import { verifyIdToken } from '@/lib/server/identity/identity'
import { callAsPage } from '@/lib/server/identity/toolkit'
import { createCustomToken, normalizeEmail, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import { sessionLimits } from '@/lib/server/session/limits'
import type { ProofAnswer, ProofKind } from '@/lib/session/address-proof'
import { createProof } from './address-proof'

/** `email`: for a sign-in link that the SDK itself requested, which names no address. */
export const proofBody = v.object({
  code: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,2000}$/)),
  email: v.optional(v.pipe(v.string(), v.maxLength(320))),
})

type ProofRequest = v.InferOutput<typeof proofBody> & {
  facts: Pick<RequestFacts, 'requestId' | 'clientAddress'>
  /** A freshly issued ID token of the browser's user, if there is one. */
  idToken: string | null
}

export type ProofResult =
  | { status: 'ok'; answer: ProofAnswer }
  | { status: 'refused'; code: keyof typeof proofRefusals; retryAfterSeconds?: number }

/** The HTTP status of each refusal. */
export const proofRefusals = {
  'expired-action-code': 410,
  'invalid-action-code': 410,
  'invalid-email': 400,
  'provider-unavailable': 503,
  'rate-limited': 429,
  'second-factor-required': 403,
  'user-disabled': 403,
} as const

/**
 * Asks the provider what a code is, which doesn't consume it, and signs a proof of the address that its mail went to. Judges by
 * the provider's type, never by the link's mode. A sign-in link that names no address is redeemed.
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
  const asked = await callAsPage({ method: 'accounts:resetPassword', body: { oobCode: request.code } })
  if (asked.status !== 'ok') return refusalOf(asked, request)
  const read = v.safeParse(codeAnswer, asked.value)
  if (!read.success) return { status: 'refused', code: 'provider-unavailable' }
  const { requestType, email, newEmail } = read.output
  if (requestType === 'EMAIL_SIGNIN') return redeemLink(request)
  const kind = kindOf[requestType]
  const address = kind === 'change' ? newEmail : email
  if (!address) return { status: 'refused', code: 'invalid-action-code' }
  const isMoved = kind === 'change' && (await moveProof(request, { from: email, to: address }))
  return {
    status: 'ok',
    answer: { proof: await createProof(address, kind), kind, ...(isMoved && { isMoved }) },
  }
}

const kindOf = {
  PASSWORD_RESET: 'reset',
  VERIFY_EMAIL: 'verify',
  RECOVER_EMAIL: 'recover',
  VERIFY_AND_CHANGE_EMAIL: 'change',
} as const satisfies Record<string, ProofKind>

const codeAnswer = v.object({
  requestType: v.picklist(['EMAIL_SIGNIN', ...(Object.keys(kindOf) as (keyof typeof kindOf)[])]),
  email: v.optional(v.string()),
  newEmail: v.optional(v.string()),
})

/**
 * The browser that holds the mail to the new address is signed in to the account, whose former address is proved or absent: so
 * its owner changes it, and the proof moves along.
 */
async function moveProof(
  { idToken }: ProofRequest,
  { from, to }: { from: string | undefined; to: string },
): Promise<boolean> {
  if (!idToken) return false
  const deadline = identityDeadline()
  const token = await verifyIdToken(idToken, deadline)
  if (token.status !== 'ok') return false
  const { userId, authenticatedAt } = token.value
  const user = await userState({ userId, authenticatedAt }, deadline)
  if (user.status !== 'ok' || (from ? normalizeEmail(from) : null) !== user.value.email) return false
  const account = await knowAccount(userId, user.value)
  if (account === 'recreated' || !isAddressProved(account, user.value.email)) return false
  await allowNextAddress(userId, normalizeEmail(to))
  return true
}

/** Redeems a link that the SDK requested, when the provider refused our own request: the address proves itself by the sign-in. */
async function redeemLink({ code, email, ...request }: ProofRequest): Promise<ProofResult> {
  if (!email) return { status: 'refused', code: 'invalid-action-code' }
  const body = { email, oobCode: code, returnSecureToken: true }
  const redeemed = await callAsPage({ method: 'accounts:signInWithEmailLink', body })
  if (redeemed.status !== 'ok') return refusalOf(redeemed, { ...request, code })
  const read = v.safeParse(signInAnswer, redeemed.value)
  if (!read.success) return { status: 'refused', code: 'second-factor-required' }
  const { localId: userId, isNewUser } = read.output
  const user = await userState({ userId, authenticatedAt: Number.POSITIVE_INFINITY })
  // If a first proof follows, that records it: until then, only what others were given counts.
  const account = user.status === 'ok' ? await knowAccount(userId, user.value) : 'recreated'
  if (account !== 'recreated' && isAddressProved(account, normalizeEmail(email)))
    await recordCustomToken(userId, new Date())
  const customToken = await createCustomToken(userId)
  const proof = await createProof(email, 'link')
  return { status: 'ok', answer: { proof, kind: 'link', customToken, isNewUser } }
}

/** Without an ID token, the provider wants the second factor. */
const signInAnswer = v.object({
  localId: v.string(),
  idToken: v.string(),
  isNewUser: v.optional(v.boolean(), false),
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
  INVALID_EMAIL: 'invalid-email',
  INVALID_OOB_CODE: 'invalid-action-code',
  USER_DISABLED: 'user-disabled',
  USER_NOT_FOUND: 'invalid-action-code',
}
