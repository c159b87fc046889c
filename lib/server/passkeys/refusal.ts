import 'server-only'
/** Refused ceremonies and changes: their HTTP statuses, log lines and rate limit. */
import type { NextResponse } from 'next/server'
import { addressBlock } from '@/lib/http/origin'
import { scrub } from '@/lib/log/scrub'
import type { PasskeyFailure } from '@/lib/passkeys'
import { consumeLimit } from '@/lib/server/database/database'
import { refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { requestSession } from '@/lib/server/session/session'

/** Codes shared with other endpoints. */
type SharedFailure =
  | 'body-too-large'
  | 'no-session'
  | 'other-user'
  | 'provider-unavailable'
  | 'rate-limited'
  | 'recent-sign-in-needed'
  | 'session-unknown'
  | 'user-disabled'

/** `reason` is for the log only. */
export type PasskeyRefusal = {
  status: 'refused'
  code: PasskeyFailure | SharedFailure
  reason?: string
  retryAfterSeconds?: number
}

export type PasskeyResult<T extends object> = { status: 'ok'; answer: T } | PasskeyRefusal

export function refused(code: PasskeyRefusal['code'], reason?: string): PasskeyRefusal {
  return { status: 'refused', code, ...(reason !== undefined && { reason }) }
}

/**
 * Converts the library's errors, which have no codes, to a refusal. Its checks depend only on the credential, so each error
 * is about that.
 */
export function refusedOnError(code: PasskeyRefusal['code']) {
  return (error: unknown): PasskeyRefusal => refused(code, String(error))
}

/** Null within the limit. */
export function limitRefusal(retryAfterSeconds: number | null): PasskeyRefusal | null {
  return retryAfterSeconds === null ? null : { ...refused('rate-limited'), retryAfterSeconds }
}

/** Logs a refusal and returns the response. Over the limit for invalid requests it's a 429. */
export async function answerRefusal(facts: RequestFacts, original: PasskeyRefusal): Promise<NextResponse> {
  const { code, reason, retryAfterSeconds } = (await limitInvalidRequests(facts, original)) ?? original
  const { requestId, clientAddress } = facts
  const event = code === 'rate-limited' ? 'passkey.limited' : 'passkey.refused'
  const scrubbed = scrub(reason ?? original.code, maxReasonLength)
  log('warn', event, { requestId, clientAddress, code: original.code, reason: scrubbed })
  return refusal(statusByCode[code], code, retryAfterSeconds)
}

/** Counted per signed-in user, else per address, so that others at an address can't use up a user's limit. */
async function limitInvalidRequests(
  { clientAddress }: RequestFacts,
  { code }: PasskeyRefusal,
): Promise<PasskeyRefusal | null> {
  if (!invalidRequestCodes.has(code)) return null
  const current = await requestSession()
  const sender = current.status === 'valid' ? current.session.userId : addressBlock(clientAddress)
  return limitRefusal(await consumeLimit('invalid-passkey', sender))
}

const maxReasonLength = 200

const invalidRequestCodes = new Set<PasskeyRefusal['code']>([
  'body-too-large',
  'passkey-malformed',
  'passkey-wrong-origin',
  'passkey-challenge-expired',
  'passkey-refused',
])

const statusByCode: Readonly<Record<PasskeyRefusal['code'], number>> = {
  'address-not-proved': 403,
  'body-too-large': 413,
  'last-sign-in-method': 409,
  'no-session': 401,
  'other-user': 401,
  'passkey-challenge-expired': 410,
  'passkey-exists': 409,
  'passkey-gone': 404,
  'passkey-malformed': 400,
  'passkey-not-verified': 403,
  'passkey-refused': 401,
  'passkey-session-needed': 403,
  'passkey-token-unavailable': 503,
  'passkey-wrong-origin': 400,
  'passkeys-off': 404,
  'provider-unavailable': 503,
  'rate-limited': 429,
  'recent-sign-in-needed': 403,
  'session-unknown': 503,
  'too-many-passkeys': 409,
  'user-disabled': 403,
}
