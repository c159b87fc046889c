import 'server-only'
/** Exchanges a passkey's answer for a custom token, by which Firebase signs its owner in. */
import { type PasskeyToken, passkeyClaim } from '@/lib/passkeys'
import { consumeLimit, recordPasskeyUse } from '@/lib/server/database/database'
import type { RequestFacts } from '@/lib/server/http/request'
import { createCustomToken, identityDeadline, userState } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import { verifyAssertion } from './assertion'
import type { Assertion } from './bodies'
import type { Ceremony } from './challenges'
import { limitRefusal, type PasskeyRefusal, refused } from './refusal'
import type { RelyingParty } from './relying-party'

type Exchange = Ceremony & { rp: RelyingParty; credential: Assertion; facts: RequestFacts }

/**
 * Signs in the owner of a passkey, or confirms who the signed-in user is. The token has a fresh sign-in time and names the passkey.
 * Nobody gets one who is disabled or deleted: for a deleted user, Firebase would create a new one of the same ID.
 */
export async function exchangePasskey({
  credential,
  facts,
  ...ceremony
}: Exchange): Promise<{ status: 'ok'; answer: PasskeyToken } | PasskeyRefusal> {
  const verified = await verifyAssertion(credential, ceremony)
  if (verified.status === 'refused') return verified
  const { passkey, use } = verified
  const { userId } = passkey
  const limited = limitRefusal(await consumeLimit('passkey-by-user', userId))
  if (limited) return limited
  const deadline = identityDeadline()
  const isThere = await checkUser(userId, deadline)
  if (isThere.status === 'refused') return isThere
  if (!(await recordPasskeyUse(passkey.id, { ...use, now: new Date() })))
    return refused('passkey-refused', 'counter')
  const customToken = await createCustomToken(userId, { claims: { [passkeyClaim]: passkey.id }, deadline })
  if (customToken === null) return refused('passkey-token-unavailable')
  const { requestId, clientAddress } = facts
  log('info', 'passkey.accepted', { requestId, clientAddress, userId, purpose: ceremony.purpose })
  return { status: 'ok', answer: { customToken } }
}

/** Whoever gets here has the key, so they may hear that they are disabled; of the deleted nobody hears. */
async function checkUser(userId: string, deadline: number): Promise<{ status: 'ok' } | PasskeyRefusal> {
  const signsInNow = { userId, authenticatedAt: Number.POSITIVE_INFINITY }
  const state = await userState(signsInNow, deadline)
  if (state.status === 'ok') return { status: 'ok' }
  if (state.code === 'auth/user-disabled') return refused('user-disabled')
  if (state.code === 'auth/user-not-found') return refused('passkey-refused', 'user deleted')
  return refused('provider-unavailable', state.code)
}
