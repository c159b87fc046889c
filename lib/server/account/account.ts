import 'server-only'
import Bowser from 'bowser'
import { serverConfig } from '@/lib/server/config'
import { deleteUserRows, listSessions } from '@/lib/server/database/database'
import { deleteUser, userState } from '@/lib/server/identity/identity'
import type { LiveSession } from '@/lib/server/session/session'
import type { ListedSession } from '@/lib/session/token'

/** `account-not-deleted`: nothing was. `account-half-deleted`: our data was, but not the provider's account. */
type DeletionOutcome =
  | { status: 'deleted'; noteCount: number }
  | { status: 'unavailable'; code: string; reason: 'account-not-deleted' | 'account-half-deleted' }

/**
 * Deletes a user. Checks that the provider answers, then deletes our rows except this session, then the
 * provider's account, then the rest. If a step fails, the user can try again.
 */
export async function deleteAccount(session: LiveSession): Promise<DeletionOutcome> {
  const { userId, id } = session
  const state = await userState(session)
  if (state.status === 'unavailable') return { ...state, reason: 'account-not-deleted' }
  const noteCount = await deleteUserRows(userId, id)
  const removed = await deleteUser(userId)
  const isGone = removed.status === 'ok' || removed.code === 'auth/user-not-found'
  if (!isGone) return { status: 'unavailable', code: removed.code, reason: 'account-half-deleted' }
  // Includes what another tab has saved in between.
  await deleteUserRows(userId)
  return { status: 'deleted', noteCount }
}

/** The user's sessions that are live or renewable: this one, then the most recently active first. */
export async function currentSessions(session: LiveSession): Promise<ListedSession[]> {
  const rows = await listSessions(session.userId, new Date(Date.now() - serverConfig().session.graceMs))
  const sessions = rows.map(({ id, userAgent, createdAt, seenAt }) => ({
    id,
    name: describeDevice(userAgent ?? ''),
    openedAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isThis: id === session.id,
  }))
  return sessions.sort((one, other) => Number(other.isThis) - Number(one.isThis))
}

/** Browser and operating system, such as 'Firefox on Linux'. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name): name is string => !!name)
  return names.length > 0 ? names.join(' on ') : 'Unknown device'
}
