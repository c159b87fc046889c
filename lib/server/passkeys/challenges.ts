import 'server-only'
/** Challenges, which authenticators sign, so that each response is fresh and for one purpose (WebAuthn section 13.4.3). */
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { challengeLifetimeSeconds, type PasskeyPurpose } from '@/lib/passkeys'
import type { UserId } from '@/lib/server/database/database'
import { readSignedValue, type Signed, signValue, takeSignedValue } from '@/lib/server/session/session'
import { type PasskeyRefusal, refused } from './refusal'
import type { RelyingParty } from './relying-party'

/** The purpose of a challenge and the user who may answer it; null for a sign-in, where the user isn't known yet. */
export type Ceremony = { purpose: PasskeyPurpose; userId: UserId | null }

/** A new challenge, as text. It is signed and takes no row, so anybody may ask for any number. */
export function createChallenge({ purpose, userId }: Ceremony): Promise<string> {
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
  if (type !== (isCreation(purpose) ? 'webauthn.create' : 'webauthn.get'))
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

function isCreation(purpose: PasskeyPurpose): boolean {
  return purpose === 'registration' || purpose === 'upgrade'
}

const claims = v.object({ purpose: v.string(), userId: v.nullable(v.string()) })

const clientData = v.object({
  type: v.string(),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.nullish(v.boolean(), false),
})
