import 'client-only'
import type { PublicConfig } from '@/lib/config/config'
import { type LoginNotice, routes, type SitePath } from '@/lib/site/routes'
import { type Renewal, renewSession } from './renewal'
import { endSession } from './sign-out'

/** After this a visitor had better sign in than wait. */
const longestWaitMs = 10_000

/**
 * Renews a session that has run out and says where to go: on, or to the sign-in form with the reason. Null if
 * nobody could be reached: then nothing has changed, and the visitor decides.
 */
export async function refreshSilently(config: PublicConfig, next: SitePath): Promise<SitePath | null> {
  const renewal = await Promise.race([renewSession(config), noAnswer()])
  if (renewal === 'no-answer') return routes.loginThen(next, 'expired')
  if (renewal.status === 'unreachable') return null
  if (renewal.status === 'renewed') return routes.authSuccess(next)
  if (renewal.status === 'ended') await endSession(config, 'ended')
  return routes.loginThen(next, noticeOf(renewal))
}

function noticeOf(renewal: Renewal): LoginNotice {
  if (renewal.status === 'ended') return renewal.notice
  return renewal.status === 'refused' && renewal.code === 'session-revoked' ? 'ended' : 'expired'
}

function noAnswer(): Promise<'no-answer'> {
  return new Promise((resolve) => setTimeout(() => resolve('no-answer'), longestWaitMs))
}
