import 'server-only'
/** The endpoints of passkeys: sessions, the site, bodies, and refusals with their statuses, log lines and rate limit. */
import { NextResponse } from 'next/server'
import * as v from 'valibot'
import { siteConfig } from '@/lib/config/config'
import { addressBlock } from '@/lib/http/origin'
import { scrub } from '@/lib/log/scrub'
import { maxPasskeyNameLength } from '@/lib/passkeys/passkeys'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { answerOwnSite, refusal } from '@/lib/server/http/answer'
import { type RequestFacts, readJson } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { passkeyLimits } from '@/lib/server/passkeys/limits'
import { type LiveSession, requestSession } from '@/lib/server/session/current'
import { type RelyingParty, relyingParty } from '@/lib/server/session/relying-party'
import { answerSignedIn } from '@/lib/server/session/session'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { isStorable } from '@/lib/storable'

/** Responds with the result's answer, or logs and responds with its refusal. */
export function answerPasskey(
  request: Request,
  work: (facts: RequestFacts) => Promise<PasskeyResult<object>>,
): Promise<NextResponse> {
  return answerOwnSite(request, async (facts) => answerResult(facts, await work(facts)))
}

/** The same within the user's session. */
export function answerPasskeyOwner(
  request: Request,
  work: (session: LiveSession, facts: RequestFacts) => Promise<PasskeyResult<object>>,
): Promise<NextResponse> {
  return answerSignedIn(request, async (session, facts) => answerResult(facts, await work(session, facts)))
}

async function answerResult(facts: RequestFacts, result: PasskeyResult<object>): Promise<NextResponse> {
  return result.status === 'ok' ? NextResponse.json(result.answer) : answerRefusal(facts, result)
}

/** Reads the body of a ceremony's request, and its relying party. */
export async function readCeremony<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ status: 'ok'; rp: RelyingParty; body: v.InferOutput<Schema> } | PasskeyRefusal> {
  if (!siteConfig().passkeyRpId) return refused('passkeys-off')
  const rp = relyingParty(request.headers)
  if (!rp) return refused('passkey-wrong-origin', `asked at ${request.headers.get('host')}`)
  const read = await readBody(request, schema)
  return read.status === 'refused' ? read : { ...read, rp }
}

export async function passkeySession(): Promise<{ status: 'ok'; session: LiveSession } | PasskeyRefusal> {
  const found = await requestSession()
  if (found.status === 'unknown' || found.status === 'unbound') return refused(`session-${found.status}`)
  return found.status === 'valid' ? { status: 'ok', session: found.session } : refused('no-session')
}

/** Why this session may not change sign-in methods, or null if it may. `userId`: the user whose page sent the request. */
export function changeRefusal(session: LiveSession, { userId }: { userId: string }): PasskeyRefusal | null {
  if (session.userId !== userId) return refused('other-user')
  if (!isRecentSignIn(session.authenticatedAt)) return refused('recent-sign-in-needed')
  return null
}

// Tolerant of what password managers omit or add.
/** An attestation, which some authenticators send unrequested, takes a few kilobytes. */
const maxBodyBytes = 32 * 1024

export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ status: 'ok'; body: v.InferOutput<Schema> } | PasskeyRefusal> {
  const read = await readJson(request, maxBodyBytes)
  if (read.status === 'refused' && read.code === 'body-too-large') return refused(read.code)
  const parsed = v.safeParse(schema, read.status === 'read' ? read.value : null)
  return parsed.success ? { status: 'ok', body: parsed.output } : refused('passkey-malformed', 'body')
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
/** Up to 1023 bytes (section 4, credential ID). */
const credentialId = v.pipe(base64url, v.maxLength(1364))
const userId = v.pipe(v.string(), v.maxLength(128))

const credentialFields = { id: credentialId, rawId: credentialId, type: v.literal('public-key') }

export const optionsBody = v.variant('purpose', [
  v.object({ purpose: v.literal('sign-in') }),
  v.object({ purpose: v.picklist(['step-up', 'registration']), userId }),
])

const assertion = v.object({
  ...credentialFields,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Optional when the request named the credential; some managers then send null or an empty string.
    userHandle: v.nullish(v.union([base64url, v.literal('')])),
  }),
})

export type Assertion = v.InferOutput<typeof assertion>

export const tokenBody = v.object({
  purpose: v.picklist(['sign-in', 'step-up']),
  credential: assertion,
})

const attestation = v.object({
  ...credentialFields,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(20))),
  }),
})

export type Attestation = v.InferOutput<typeof attestation>

export const registrationBody = v.object({ userId, credential: attestation })

export const ownerBody = v.object({ userId })

export const renameBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(maxPasskeyNameLength), v.check(isStorable)),
})

/** `reason` is for the log only. */
export type PasskeyRefusal = {
  status: 'refused'
  code: keyof typeof statusByCode
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
async function answerRefusal(facts: RequestFacts, original: PasskeyRefusal): Promise<NextResponse> {
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
  return limitRefusal(await consumeLimit(passkeyLimits.invalid, sender))
}

const maxReasonLength = 200

const invalidRequestCodes = new Set<PasskeyRefusal['code']>([
  'body-too-large',
  'passkey-malformed',
  'passkey-wrong-origin',
  'passkey-challenge-expired',
  'passkey-refused',
])

/** Answered as `{ code }`. The last nine are shared with other endpoints. */
const statusByCode = {
  /** Nobody has proved to hold the account's present address, so passkeys can be neither added nor used (SECURITY.md). */
  'address-not-proved': 403,
  /** Removing it would lock the user out. */
  'last-sign-in-method': 409,
  /** The account has `maxPasskeys`. */
  'too-many-passkeys': 409,
  /** The challenge has expired, was used or isn't ours. */
  'passkey-challenge-expired': 410,
  /** Already registered, by this account or another. */
  'passkey-exists': 409,
  'passkey-gone': 404,
  'passkey-malformed': 400,
  /** The authenticator hasn't verified the user, e.g. a security key without a PIN. */
  'passkey-not-verified': 403,
  /** Unknown, removed, or not signed by its key. Doesn't reveal which. */
  'passkey-refused': 401,
  /** Second factors can only be removed here after a sign-in by passkey. */
  'passkey-session-needed': 403,
  /** The service account may not sign tokens. */
  'passkey-token-unavailable': 503,
  'passkey-wrong-origin': 400,
  'passkeys-off': 404,
  'body-too-large': 413,
  'no-session': 401,
  'other-user': 401,
  'provider-unavailable': 503,
  'rate-limited': 429,
  'recent-sign-in-needed': 403,
  'session-unbound': 503,
  'session-unknown': 503,
  'user-disabled': 403,
} as const
