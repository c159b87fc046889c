import 'server-only'
/** What authenticators are asked to sign: challenges, and the options around them (WebAuthn, Level 3). */
import type { PublicKeyCredentialDescriptorJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import {
  challengeLifetimeSeconds,
  maxPasskeys,
  type PasskeyCreationOptions,
  type PasskeyPurpose,
  type PasskeyRequestOptions,
} from '@/lib/passkeys/passkeys'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { listPasskeyRows, type PasskeyRow, userHandleOf } from '@/lib/server/passkeys/database/passkeys'
import { passkeyLimits } from '@/lib/server/passkeys/limits'
import type { LiveSession } from '@/lib/server/session/current'
import type { RelyingParty } from '@/lib/server/session/relying-party'
import { readSignedValue, type Signed, signValue, takeSignedValue } from '@/lib/server/session/signed-values'
import * as brand from '@/lib/site/brand'
import { accountNames, additionRefusal } from './list'
import { limitRefusal, type PasskeyRefusal, type PasskeyResult, refused } from './requests'

/** For a sign-in. They name no passkeys, so they reveal nothing about users. They store nothing, so there is no limit. */
export function signInOptions(rp: RelyingParty): Promise<PasskeyResult<PasskeyRequestOptions>> {
  return assertionOptions(rp, { purpose: 'sign-in', userId: null }, [])
}

/** To confirm the signed-in user by one of their passkeys. */
export async function stepUpOptions(
  rp: RelyingParty,
  { userId }: LiveSession,
): Promise<PasskeyResult<PasskeyRequestOptions>> {
  const limited = limitRefusal(await consumeLimit(passkeyLimits.byUser, userId))
  if (limited) return limited
  const usable = credentialDescriptors(rp, await listPasskeyRows(userId))
  // An empty list would allow any passkey.
  if (usable.length === 0) return refused('passkey-gone', 'has none')
  return assertionOptions(rp, { purpose: 'step-up', userId }, usable)
}

/** To add a passkey, on an authenticator without one of the user's. */
export async function creationOptions(
  rp: RelyingParty,
  session: LiveSession,
): Promise<PasskeyResult<PasskeyCreationOptions>> {
  const { userId } = session
  const limited = limitRefusal(await consumeLimit(passkeyLimits.byUser, userId))
  if (limited) return limited
  const refusedAddition = await additionRefusal(session)
  if (refusedAddition) return refusedAddition
  const rows = await listPasskeyRows(userId)
  if (rows.length >= maxPasskeys) return refused('too-many-passkeys')
  const { name, displayName } = accountNames(session)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: rp.id,
    userName: name,
    userDisplayName: displayName,
    userID: new Uint8Array(Buffer.from(await userHandleOf(session), 'base64url')),
    challenge: await createChallenge({ purpose: 'registration', userId }),
    attestationType: 'none',
    supportedAlgorithmIDs: [...keyAlgorithms],
    excludeCredentials: credentialDescriptors(rp, rows),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: 'required',
    },
    timeout: challengeLifetimeSeconds * 1000,
  })
  return { status: 'ok', answer: { options } }
}

async function assertionOptions(
  rp: RelyingParty,
  ceremony: Parameters<typeof createChallenge>[0],
  allowCredentials: ReturnType<typeof credentialDescriptors>,
): Promise<PasskeyResult<PasskeyRequestOptions>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: await createChallenge(ceremony),
    allowCredentials,
    userVerification: 'required',
    timeout: challengeLifetimeSeconds * 1000,
  })
  return { status: 'ok', answer: { options } }
}

/** Includes the transports, which some password managers need to find a passkey. */
function credentialDescriptors({ id: rpId }: RelyingParty, rows: readonly PasskeyRow[]) {
  return rows
    .filter((row) => row.rpId === rpId)
    .map(({ credentialId: id, transports }) => ({ id, transports: splitTransports(transports) }))
}

/** Stored as the authenticator named them; browsers ignore unknown ones. */
function splitTransports(stored: string) {
  return stored.split(',').filter(Boolean) as NonNullable<PublicKeyCredentialDescriptorJSON['transports']>
}

/** The purpose of a challenge and the user who may answer it; null for a sign-in, where the user isn't known yet. */
export type Ceremony = { purpose: PasskeyPurpose; userId: UserId | null }

/** A new challenge, as text. It is signed and takes no row, so anybody may ask for any number. */
function createChallenge({ purpose, userId }: Ceremony): Promise<string> {
  return signValue('challenge', { purpose, userId }, challengeLifetimeSeconds)
}

/**
 * Checks the client data (section 7.1, steps 5 to 11, and 7.2, steps 9 to 14): our challenge, for this purpose and user, on
 * one of our own pages. `challenge` is as in the client data; `signed` is for `consumeChallenge`.
 */
export async function checkClientData(
  clientDataJson: string,
  { purpose, userId, rp }: Ceremony & { rp: RelyingParty },
): Promise<{ status: 'ok'; challenge: string; signed: Signed<unknown> } | PasskeyRefusal> {
  const read = v.safeParse(clientData, parseJson(Buffer.from(clientDataJson, 'base64url').toString('utf8')))
  if (!read.success) return refused('passkey-malformed', 'client data')
  const { type, challenge, origin, crossOrigin } = read.output
  if (origin !== rp.origin || crossOrigin) return refused('passkey-wrong-origin', `origin ${origin}`)
  if (type !== (purpose === 'registration' ? 'webauthn.create' : 'webauthn.get'))
    return refused('passkey-malformed', 'type')
  const value = Buffer.from(challenge, 'base64url').toString('utf8')
  // Decoding ignores padding and other characters, which browsers don't send.
  const isExact = Buffer.from(value).toString('base64url') === challenge
  const signed = isExact ? await readSignedValue('challenge', value, claims) : null
  if (!signed) return refused('passkey-challenge-expired', 'expired or unknown challenge')
  if (signed.claims.purpose !== purpose) return refused('passkey-challenge-expired', 'other purpose')
  if (signed.claims.userId !== userId) return refused('passkey-challenge-expired', 'other person')
  return { status: 'ok', challenge, signed }
}

/** Uses a challenge up; a refusal if it was used before. Only for verified responses: strangers' answers take no row. */
export async function consumeChallenge(signed: Signed<unknown>): Promise<PasskeyRefusal | null> {
  return (await takeSignedValue(signed)) ? null : refused('passkey-challenge-expired', 'used challenge')
}

const claims = v.object({ purpose: v.string(), userId: v.nullable(v.string()) })

const clientData = v.object({
  type: v.string(),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.nullish(v.boolean(), false),
})

/** Loads the library at the first ceremony: it takes a quarter of a second and 7 MB, mostly for attestation. */
export async function loadWebAuthn() {
  const [ceremonies, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...ceremonies, ...helpers }
}

/** Ed25519, ES256 and RS256 (COSE, in order of preference): all that authenticators use; Node 20 and later can verify them. */
export const keyAlgorithms = [-8, -7, -257] as const
