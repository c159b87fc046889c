import 'server-only'
/** Options for authenticators. User verification is required, and passkeys are always discoverable. */
import type { PublicKeyCredentialDescriptorJSON } from '@simplewebauthn/server'
import {
  type CreationPurpose,
  challengeLifetimeSeconds,
  maxPasskeys,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '@/lib/passkeys'
import { consumeLimit, listPasskeyRows, type PasskeyRow, userHandleOf } from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { additionRefusal } from './address'
import { createChallenge } from './challenges'
import { accountNames } from './list'
import { limitRefusal, type PasskeyResult, refused } from './refusal'
import type { RelyingParty } from './relying-party'
import { keyAlgorithms, loadWebAuthn } from './webauthn'

/** For a sign-in. They name no passkeys, so they reveal nothing about users. They store nothing, so there is no limit. */
export function signInOptions(rp: RelyingParty): Promise<PasskeyResult<PasskeyRequestOptions>> {
  return assertionOptions(rp, { purpose: 'sign-in', userId: null }, [])
}

/** To confirm the signed-in user by one of their passkeys. */
export async function stepUpOptions(
  rp: RelyingParty,
  { userId }: LiveSession,
): Promise<PasskeyResult<PasskeyRequestOptions>> {
  const limited = limitRefusal(await consumeLimit('passkey-by-user', userId))
  if (limited) return limited
  const usable = credentialDescriptors(rp, await listPasskeyRows(userId))
  // An empty list would allow any passkey.
  if (usable.length === 0) return refused('passkey-gone', 'has none')
  return assertionOptions(rp, { purpose: 'step-up', userId }, usable)
}

/**
 * To add a passkey, on an authenticator without one of the user's. An upgrade is for users without a passkey; as it doesn't
 * prompt, it can't require user verification.
 */
export async function creationOptions(
  rp: RelyingParty,
  session: LiveSession,
  purpose: CreationPurpose,
): Promise<PasskeyResult<PasskeyCreationOptions>> {
  const { userId } = session
  const limited = limitRefusal(await consumeLimit('passkey-by-user', userId))
  if (limited) return limited
  const refusedAddition = await additionRefusal(session)
  if (refusedAddition) return refusedAddition
  const rows = await listPasskeyRows(userId)
  if (rows.length >= maxPasskeys) return refused('too-many-passkeys')
  if (purpose === 'upgrade' && rows.length > 0) return refused('passkey-exists', 'has one')
  const { name, displayName } = accountNames(session)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Foyer',
    rpID: rp.id,
    userName: name,
    userDisplayName: displayName,
    userID: new Uint8Array(Buffer.from(await userHandleOf(userId), 'base64url')),
    challenge: await createChallenge({ purpose, userId }),
    attestationType: 'none',
    supportedAlgorithmIDs: [...keyAlgorithms],
    excludeCredentials: credentialDescriptors(rp, rows),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: purpose === 'upgrade' ? 'preferred' : 'required',
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
