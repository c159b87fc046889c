import 'server-only'
/** Whether an answer to a challenge was signed by a passkey that we know (WebAuthn section 7.2). */
import { findPasskey, type PasskeyRow, type PasskeyUse } from '@/lib/server/database/database'
import type { Assertion } from './bodies'
import { type Ceremony, checkClientData } from './challenges'
import { type PasskeyRefusal, refused, refusedOnError } from './refusal'
import type { RelyingParty } from './relying-party'
import { loadWebAuthn } from './webauthn'

type Verified = { status: 'ok'; passkey: PasskeyRow; use: Omit<PasskeyUse, 'now'> }

/**
 * Verifies an answer, which uses its challenge up. `passkey-refused` for an unknown passkey, a wrong signature, RP ID or handle
 * alike: nobody learns which passkeys there are. Doesn't look at the counter, which `recordPasskeyUse` does in one statement.
 */
export async function verifyAssertion(
  credential: Assertion,
  ceremony: Ceremony & { rp: RelyingParty },
): Promise<Verified | PasskeyRefusal> {
  const said = await checkClientData(credential.response.clientDataJSON, ceremony)
  if (said.status === 'refused') return said
  const passkey = await findPasskey(credential.id)
  if (!passkey) return refused('passkey-refused', 'unknown passkey')
  const verified = await verifySignature(credential, said.challenge, passkey, ceremony.rp.origin)
  if (verified.status === 'refused') return verified
  if (!isOwner(credential.response.userHandle, passkey, ceremony))
    return refused('passkey-refused', 'other person')
  return { status: 'ok', passkey, use: verified.use }
}

async function verifySignature(
  credential: Assertion,
  expectedChallenge: string,
  { credentialId, publicKey, rpId }: PasskeyRow,
  expectedOrigin: string,
): Promise<{ status: 'ok'; use: Verified['use'] } | PasskeyRefusal> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response: withoutHandle(credential.response), clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin,
    expectedRPID: rpId,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: 0,
    },
    // Judged below, once it's certain who says so.
    requireUserVerification: false,
  }).catch(refusedOnError('passkey-refused'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-refused', 'signature')
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = verified.authenticationInfo
  if (!userVerified) return refused('passkey-not-verified')
  const isBackupEligible = credentialDeviceType === 'multiDevice'
  return { status: 'ok', use: { counter: newCounter, isBackupEligible, isBackedUp: credentialBackedUp } }
}

/** The library doesn't look at the handle, and takes no null. */
function withoutHandle({
  userHandle: _,
  ...response
}: Assertion['response']): Omit<Assertion['response'], 'userHandle'> {
  return response
}

/**
 * The handle says whose passkey it is. Where nobody has been named, as at a sign-in, the authenticator has to say so (section 7.2,
 * step 6); else it has to be the person who was.
 */
function isOwner(
  handle: Assertion['response']['userHandle'],
  passkey: PasskeyRow & { handle: string },
  { userId }: Ceremony,
): boolean {
  if (userId !== null && passkey.userId !== userId) return false
  return handle ? handle === passkey.handle : userId !== null
}
