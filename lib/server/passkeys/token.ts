import 'server-only'
/** Exchanges assertions (WebAuthn section 7.2) for custom tokens of Firebase. */
import type { PasskeyToken } from '@/lib/passkeys/passkeys'
import { findAccount } from '@/lib/server/database/accounts'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import type { RequestFacts } from '@/lib/server/http/request'
import { identityDeadline } from '@/lib/server/identity/call'
import { createCustomToken, removeSecondFactors, revokeTokens, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import {
  findPasskey,
  type PasskeyRow,
  type PasskeyUse,
  recordPasskeyUse,
} from '@/lib/server/passkeys/database/passkeys'
import { passkeyLimits } from '@/lib/server/passkeys/limits'
import type { LiveSession } from '@/lib/server/session/current'
import { endOtherSessions } from '@/lib/server/session/end'
import type { RelyingParty } from '@/lib/server/session/relying-party'
import type { Signed } from '@/lib/server/session/signed-values'
import { credentialClaim, type ProviderUserId } from '@/lib/session/token'
import { type Ceremony, checkClientData, consumeChallenge, loadWebAuthn } from './ceremony'
import { addressRefusal } from './list'
import {
  type Assertion,
  limitRefusal,
  type PasskeyRefusal,
  type PasskeyResult,
  refused,
  refusedOnError,
} from './requests'

type Exchange = Ceremony & { rp: RelyingParty; credential: Assertion; facts: RequestFacts }

/**
 * Exchanges an assertion for a Firebase custom token, to sign in or to confirm. The token has a fresh sign-in time and names
 * the passkey. Disabled and deleted users get none: for a deleted one, Firebase would create a new user with the same ID.
 */
export async function exchangePasskey({
  credential,
  facts,
  ...ceremony
}: Exchange): Promise<PasskeyResult<PasskeyToken>> {
  const verified = await verifyAssertion(credential, ceremony)
  if (verified.status === 'refused') return verified
  const { passkey, use, challenge } = verified
  const { userId } = passkey
  const limited = limitRefusal(await consumeLimit(passkeyLimits.byUser, userId))
  if (limited) return limited
  // After the limit, which bounds the rows, and before the provider is asked: of concurrent copies of a response, one goes on.
  const used = await consumeChallenge(challenge)
  if (used) return used
  const deadline = identityDeadline()
  const user = await userOf(userId, deadline)
  if (user.status === 'refused') return user
  if (!(await recordPasskeyUse(passkey.id, { ...use, now: new Date() })))
    return refused('passkey-refused', 'counter')
  const claims = { [credentialClaim]: passkey.id }
  const customToken = await createCustomToken(user.id, { claims, deadline })
  if (customToken === null) return refused('passkey-token-unavailable')
  const { requestId, clientAddress } = facts
  const wentBack = passkey.counter > 0 && use.counter <= passkey.counter
  log(wentBack ? 'warn' : 'info', 'passkey.accepted', {
    ...{ requestId, clientAddress, userId, purpose: ceremony.purpose },
    ...(wentBack && { reason: 'counter' }),
  })
  return { status: 'ok', answer: { customToken } }
}

/**
 * A person's user at the provider, or why they may not use the passkey now. The caller has the key, so may learn that the user
 * is disabled or that the address isn't proved, but not that a user was deleted, or that another one has come with the same ID.
 */
async function userOf(
  userId: UserId,
  deadline: number,
): Promise<{ status: 'ok'; id: ProviderUserId } | PasskeyRefusal> {
  const account = await findAccount(userId)
  if (!account) return refused('passkey-refused', 'account deleted')
  const { providerUserId } = account
  const signsInNow = { providerUserId, authenticatedAt: Number.POSITIVE_INFINITY }
  const state = await userState(signsInNow, deadline)
  if (state.status === 'ok')
    return (await addressRefusal(userId, state.value)) ?? { status: 'ok', id: providerUserId }
  if (state.code === 'auth/user-disabled') return refused('user-disabled')
  if (state.code === 'auth/user-not-found') return refused('passkey-refused', 'user deleted')
  return refused('provider-unavailable', state.code)
}

/**
 * Removes all second factors of a user who signed in with a passkey, which counts as both factors: the phone may be lost.
 * The provider revokes no tokens for that, so this does, and ends all other sessions. This browser signs in again with the
 * returned token.
 */
export async function turnOffSecondFactors(
  session: LiveSession,
  requestId: string,
): Promise<PasskeyResult<PasskeyToken>> {
  const { userId, providerUserId, credential } = session
  if (!credential) return refused('passkey-session-needed')
  // First: if it fails later, the user would have to sign in again.
  const customToken = await createCustomToken(providerUserId, { claims: { [credentialClaim]: credential } })
  if (customToken === null) return refused('passkey-token-unavailable')
  const removed = await removeSecondFactors(providerUserId)
  if (removed.status !== 'ok') return refused('provider-unavailable')
  log('info', 'second-factor.removed', { requestId, userId })
  await endOtherSessions(session, { requestId, reason: 'others-by-recovery' })
  const revoked = await revokeTokens(providerUserId)
  if (revoked.status !== 'ok') log('warn', 'identity.unavailable', { requestId, code: revoked.code })
  return { status: 'ok', answer: { customToken } }
}

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
async function verifyAssertion(
  credential: Assertion,
  ceremony: Ceremony & { rp: RelyingParty },
): Promise<Verified | PasskeyRefusal> {
  const client = await checkClientData(credential.response.clientDataJSON, ceremony)
  if (client.status === 'refused') return client
  const passkey = await findPasskey(credential.id)
  if (!passkey) return refused('passkey-refused', 'unknown passkey')
  // The library ignores the user handle and rejects null.
  const { userHandle, ...response } = credential.response
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: client.challenge,
    expectedOrigin: ceremony.rp.origin,
    expectedRPID: passkey.rpId,
    credential: { id: passkey.credentialId, publicKey, counter: 0 },
    // Checked below, once the signature is verified.
    requireUserVerification: false,
  }).catch(refusedOnError('passkey-refused'))
  if ('code' in verified) return verified
  if (!verified.verified) return refused('passkey-refused', 'signature')
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = verified.authenticationInfo
  if (!userVerified) return refused('passkey-not-verified')
  if (!isOwner(userHandle, passkey, ceremony)) return refused('passkey-refused', 'other person')
  const isBackupEligible = credentialDeviceType === 'multiDevice'
  const use = { counter: newCounter, isBackupEligible, isBackedUp: credentialBackedUp }
  return { status: 'ok', passkey, use, challenge: client.signed }
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
