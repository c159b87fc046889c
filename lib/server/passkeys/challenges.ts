import 'server-only'
/** Challenges, which authenticators sign, so that each response is fresh and for one purpose (WebAuthn section 13.4.3). */
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'
import { challengeLifetimeSeconds, type PasskeyPurpose } from '@/lib/passkeys'
import { challengeHashOf, insertChallenge, takeChallenge, type UserId } from '@/lib/server/database/database'
import { type PasskeyRefusal, refused } from './refusal'
import type { RelyingParty } from './relying-party'

/** The purpose of a challenge and the user who may answer it; null for a sign-in, where the user isn't known yet. */
export type Ceremony = { purpose: PasskeyPurpose; userId: UserId | null }

/** A new challenge, valid once and for five minutes. */
export async function createChallenge({ purpose, userId }: Ceremony): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const hash = challengeHashOf(Buffer.from(challenge).toString('base64url'))
  const expiresAt = new Date(Date.now() + challengeLifetimeSeconds * 1000)
  await insertChallenge({ hash, purpose, userId, expiresAt })
  return challenge
}

/**
 * Checks the client data (section 7.1, steps 5 to 11, and 7.2, steps 9 to 14): our challenge, for this purpose and user, on
 * one of our own pages. Consumes the challenge in any case.
 */
export async function checkClientData(
  clientDataJson: string,
  { purpose, userId, rp }: Ceremony & { rp: RelyingParty },
): Promise<{ status: 'ok'; challenge: string } | PasskeyRefusal> {
  const read = v.safeParse(clientData, parseJson(Buffer.from(clientDataJson, 'base64url').toString('utf8')))
  if (!read.success) return refused('passkey-malformed', 'client data')
  const { type, challenge, origin, crossOrigin } = read.output
  const row = await takeChallenge(challengeHashOf(challenge))
  if (origin !== rp.origin || crossOrigin) return refused('passkey-wrong-origin', `origin ${origin}`)
  if (type !== (isCreation(purpose) ? 'webauthn.create' : 'webauthn.get'))
    return refused('passkey-malformed', 'type')
  if (!row) return refused('passkey-challenge-expired', 'unknown challenge')
  if (row.purpose !== purpose) return refused('passkey-challenge-expired', 'other purpose')
  if (row.userId !== userId) return refused('passkey-challenge-expired', 'other person')
  if (row.expiresAt.getTime() < Date.now()) return refused('passkey-challenge-expired', 'expired')
  return { status: 'ok', challenge }
}

function isCreation(purpose: PasskeyPurpose): boolean {
  return purpose === 'registration' || purpose === 'upgrade'
}

const clientData = v.object({
  type: v.string(),
  challenge: v.pipe(v.string(), v.maxLength(200)),
  origin: v.string(),
  crossOrigin: v.nullish(v.boolean(), false),
})
