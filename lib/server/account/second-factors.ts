import 'server-only'
import { passkeyClaim } from '@/lib/passkeys'
import { createCustomToken, removeSecondFactors, revokeTokens } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import { endOtherSessions, type LiveSession } from '@/lib/server/session/session'

/** `removed`: this browser has to sign in once more by the token, as all tokens are revoked. Otherwise nothing has changed. */
export type FactorRemoval =
  | { status: 'removed'; customToken: string }
  | { status: 'unavailable'; code: 'passkey-token-unavailable' | 'provider-unavailable' }
  | { status: 'refused'; code: 'passkey-session-needed' }

/**
 * Removes all second factors of a user who has just signed in by passkey, which counts as both: the phone may be lost. The provider
 * revokes nothing for that, so this does, and ends all other sessions.
 */
export async function turnOffSecondFactors(session: LiveSession, requestId: string): Promise<FactorRemoval> {
  const { userId, passkey } = session
  if (!passkey) return { status: 'refused', code: 'passkey-session-needed' }
  // First, as otherwise the person would have to sign in once more.
  const customToken = await createCustomToken(userId, { claims: { [passkeyClaim]: passkey } })
  if (customToken === null) return { status: 'unavailable', code: 'passkey-token-unavailable' }
  const removed = await removeSecondFactors(userId)
  if (removed.status !== 'ok') return { status: 'unavailable', code: 'provider-unavailable' }
  log('info', 'second-factor.removed', { requestId, userId })
  await endOtherSessions(session, { requestId, reason: 'others-by-recovery' })
  const revoked = await revokeTokens(userId)
  if (revoked.status !== 'ok') log('warn', 'identity.unavailable', { requestId, code: revoked.code })
  return { status: 'removed', customToken }
}
