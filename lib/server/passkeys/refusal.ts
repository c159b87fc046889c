import 'server-only'
/** Refusals of ceremonies and changes: their statuses, their line in the log, and what junk costs its sender. */
import type { NextResponse } from 'next/server'
import { addressBlock } from '@/lib/http/origin'
import { scrub } from '@/lib/log/scrub'
import type { PasskeyFailure } from '@/lib/passkeys'
import { consumeLimit } from '@/lib/server/database/database'
import { refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { requestSession } from '@/lib/server/session/session'

/** Codes that other endpoints have, too. */
type SharedFailure =
  | 'body-too-large'
  | 'no-session'
  | 'other-user'
  | 'provider-unavailable'
  | 'rate-limited'
  | 'recent-sign-in-needed'
  | 'session-unknown'
  | 'user-disabled'

/** `reason` is for the log alone. */
export type PasskeyRefusal = {
  status: 'refused'
  code: PasskeyFailure | SharedFailure
  reason?: string
  retryAfterSeconds?: number
}

/** A refusal; its reason is for the log, where it may not be told. */
export function refused(code: PasskeyRefusal['code'], reason?: string): PasskeyRefusal {
  return { status: 'refused', code, ...(reason !== undefined && { reason }) }
}

/**
 * For the library's checks, which refuse by errors without codes. They ask nobody and depend on nothing but the answer, so each
 * error is about that.
 */
export function refusedOnError(code: PasskeyRefusal['code']) {
  return (error: unknown): PasskeyRefusal => refused(code, String(error))
}

/** Refuses what goes beyond a limit; null within it. */
export function limitRefusal(retryAfterSeconds: number | null): PasskeyRefusal | null {
  return retryAfterSeconds === null ? null : { ...refused('rate-limited'), retryAfterSeconds }
}

/** The response to a refusal, which is logged. Junk is counted: beyond the limit its sender gets 429 for it. */
export async function answerRefusal(facts: RequestFacts, asked: PasskeyRefusal): Promise<NextResponse> {
  const { code, reason, retryAfterSeconds } = (await limitInvalidRequests(facts, asked)) ?? asked
  const { requestId, clientAddress } = facts
  const event = code === 'rate-limited' ? 'passkey.limited' : 'passkey.refused'
  const said = scrub(reason ?? asked.code, maxReasonLength)
  log('warn', event, { requestId, clientAddress, code: asked.code, reason: said })
  return refusal(statusByCode[code], code, retryAfterSeconds)
}

/** Of those with a session by person, so that others at their address can't use up their limit. */
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
