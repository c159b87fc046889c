import 'server-only'
/** Request bodies of the passkey endpoints. Tolerant of what password managers omit or add. */
import * as v from 'valibot'
import { maxPasskeyNameLength } from '@/lib/passkeys'
import { readJson } from '@/lib/server/http/request'
import { type PasskeyRefusal, refused } from './refusal'

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
  v.object({ purpose: v.picklist(['step-up', 'registration', 'upgrade']), userId }),
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

export const registrationBody = v.object({
  purpose: v.picklist(['registration', 'upgrade']),
  userId,
  credential: attestation,
})

export const ownerBody = v.object({ userId })

export const renameBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(maxPasskeyNameLength)),
})
