import 'server-only'
import { claimCheck, endUnlessRenewed, type SessionRow } from '@/lib/server/database/database'
import { revocationOf, userState } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import type { Session } from '@/lib/session/token'

const askEveryMs = 60_000

/**
 * Asks the provider about the user, at most once a minute per session. Ends the session if the user was
 * deleted or disabled, or all tokens were revoked since this sign-in. No answer changes nothing.
 */
export async function checkRevocationWhenDue(row: SessionRow, session: Session): Promise<void> {
  const now = new Date()
  if (now.getTime() - (row.checkedAt?.getTime() ?? 0) < askEveryMs) return
  if (!(await claimCheck(row.id, now, askEveryMs))) return
  const state = await userState(session.userId)
  if (state.status === 'unavailable') return log('warn', 'identity.unavailable', { code: state.code })
  const reason = state.status === 'refused' ? state.code : revocationOf(state.value, session.authenticatedAt)
  if (!reason) return
  // A session renewed meanwhile, as after a password change, is from a later sign-in.
  if (!(await endUnlessRenewed(row, now))) return
  log('info', 'session.ended', { userId: row.userId, reason })
}
