import 'server-only'
import { type PasskeyToken, passkeyClaim } from '@/lib/passkeys'
import { consumeLimit, recordCustomToken, recordPasskeyUse } from '@/lib/server/database/database'
import type { RequestFacts } from '@/lib/server/http/request'
import { createCustomToken, identityDeadline, userState } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import { addressRefusal } from './address'
import { verifyAssertion } from './assertion'
import type { Assertion } from './bodies'
import { type Ceremony, consumeChallenge } from './challenges'
import { limitRefusal, type PasskeyRefusal, type PasskeyResult, refused } from './refusal'
import type { RelyingParty } from './relying-party'

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
  const limited = limitRefusal(await consumeLimit('passkey-by-user', userId))
  if (limited) return limited
  // After the limit, which bounds the rows, and before the provider is asked: of concurrent copies of a response, one goes on.
  const used = await consumeChallenge(challenge)
  if (used) return used
  const deadline = identityDeadline()
  const refusedUser = await userRefusal(userId, deadline)
  if (refusedUser) return refusedUser
  if (!(await recordPasskeyUse(passkey.id, { ...use, now: new Date() })))
    return refused('passkey-refused', 'counter')
  if (!(await recordCustomToken(userId, new Date()))) return refused('address-not-proved', 'being secured')
  const customToken = await createCustomToken(userId, { claims: { [passkeyClaim]: passkey.id }, deadline })
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
 * Why the user may not use the passkey now. The caller has the key, so may learn that the user is disabled or that the address
 * isn't proved, but not that a user was deleted, or that another one has come with the same ID.
 */
async function userRefusal(userId: string, deadline: number): Promise<PasskeyRefusal | null> {
  const signsInNow = { userId, authenticatedAt: Number.POSITIVE_INFINITY }
  const state = await userState(signsInNow, deadline)
  if (state.status === 'ok') return addressRefusal(userId, state.value)
  if (state.code === 'auth/user-disabled') return refused('user-disabled')
  if (state.code === 'auth/user-not-found') return refused('passkey-refused', 'user deleted')
  return refused('provider-unavailable', state.code)
}
