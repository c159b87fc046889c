import 'server-only'
/** Verifies assertions (WebAuthn section 7.2). */
import { findPasskey, type PasskeyRow, type PasskeyUse } from '@/lib/server/database/database'
import type { Signed } from '@/lib/server/session/session'
import type { Assertion } from './bodies'
import { type Ceremony, checkClientData } from './challenges'
import { type PasskeyRefusal, refused, refusedOnError } from './refusal'
import type { RelyingParty } from './relying-party'
import { loadWebAuthn } from './webauthn'

type Verified = {
  status: 'ok'
  passkey: PasskeyRow
  use: Omit<PasskeyUse, 'now'>
  /** Not used up yet. */
  challenge: Signed<unknown>
}

/**
 * Verifies an assertion; its challenge may have been used before. An unknown passkey and a wrong signature, RP ID or handle all get
 * `passkey-refused`, so callers can't learn which passkeys exist. `recordPasskeyUse` checks the counter, in one statement.
 */
export async function verifyAssertion(
  credential: Assertion,
  ceremony: Ceremony & { rp: RelyingParty },
): Promise<Verified | PasskeyRefusal> {
  const client = await checkClientData(credential.response.clientDataJSON, ceremony)
  if (client.status === 'refused') return client
  const passkey = await findPasskey(credential.id)
  if (!passkey) return refused('passkey-refused', 'unknown passkey')
  const verified = await verifySignature(credential, client.challenge, passkey, ceremony.rp.origin)
  if (verified.status === 'refused') return verified
  if (!isOwner(credential.response.userHandle, passkey, ceremony))
    return refused('passkey-refused', 'other person')
  return { status: 'ok', passkey, use: verified.use, challenge: client.signed }
}

async function verifySignature(
  credential: Assertion,
  expectedChallenge: string,
  { credentialId, publicKey, rpId }: PasskeyRow,
  expectedOrigin: string,
): Promise<{ status: 'ok'; use: Verified['use'] } | PasskeyRefusal> {
  // The library ignores the user handle and rejects null.
  const { userHandle: _, ...response } = credential.response
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin,
    expectedRPID: rpId,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: 0,
    },
    // Checked below, once the signature is verified.
    requireUserVerification: false,
  }).catch(refusedOnError('passkey-refused'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-refused', 'signature')
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = verified.authenticationInfo
  if (!userVerified) return refused('passkey-not-verified')
  const isBackupEligible = credentialDeviceType === 'multiDevice'
  return { status: 'ok', use: { counter: newCounter, isBackupEligible, isBackedUp: credentialBackedUp } }
}

/**
 * Whether the passkey and the returned user handle belong to the expected user. At a sign-in, where no user is expected, the
 * authenticator must return the handle (section 7.2, step 6).
 */
function isOwner(
  handle: Assertion['response']['userHandle'],
  passkey: PasskeyRow & { handle: string },
  { userId }: Ceremony,
): boolean {
  if (userId !== null && passkey.userId !== userId) return false
  return handle ? handle === passkey.handle : userId !== null
}
