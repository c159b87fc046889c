import 'server-only'
import { type PasskeyToken, passkeyClaim } from '@/lib/passkeys'
import { recordCustomToken } from '@/lib/server/database/database'
import { createCustomToken, removeSecondFactors, revokeTokens } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import { endOtherSessions, type LiveSession } from '@/lib/server/session/session'
import { type PasskeyResult, refused } from './refusal'

/**
 * Removes all second factors of a user who signed in with a passkey, which counts as both factors: the phone may be lost.
 * The provider revokes no tokens for that, so this does, and ends all other sessions. This browser signs in again with the
 * returned token.
 */
export async function turnOffSecondFactors(
  session: LiveSession,
  requestId: string,
): Promise<PasskeyResult<PasskeyToken>> {
  const { userId, passkey } = session
  if (!passkey) return refused('passkey-session-needed')
  if (!(await recordCustomToken(userId, new Date()))) return refused('address-not-proved', 'being secured')
  // First: if it fails later, the user would have to sign in again.
  const customToken = await createCustomToken(userId, { claims: { [passkeyClaim]: passkey } })
  if (customToken === null) return refused('passkey-token-unavailable')
  const removed = await removeSecondFactors(userId)
  if (removed.status !== 'ok') return refused('provider-unavailable')
  log('info', 'second-factor.removed', { requestId, userId })
  await endOtherSessions(session, { requestId, reason: 'others-by-recovery' })
  const revoked = await revokeTokens(userId)
  if (revoked.status !== 'ok') log('warn', 'identity.unavailable', { requestId, code: revoked.code })
  return { status: 'ok', answer: { customToken } }
}
