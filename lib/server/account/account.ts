import 'server-only'
import { serverConfig } from '@/lib/server/config'
import { listSessions } from '@/lib/server/database/sessions'
import { deleteUser, userState } from '@/lib/server/identity/user'
import type { LiveSession } from '@/lib/server/session/current'
import { describeDevice } from '@/lib/server/session/device'
import type { ListedSession } from '@/lib/session/token'
import { deletePersonRows } from './rows'

/** `account-not-deleted`: nothing was. `account-half-deleted`: our data was, but not the provider's account. */
type DeletionOutcome =
  | { status: 'deleted' }
  | { status: 'unavailable'; code: string; reason: 'account-not-deleted' | 'account-half-deleted' }

/**
 * Deletes a user. Checks that the provider answers, then deletes our rows except this session, then the
 * provider's account, then the rest. If a step fails, the user can try again.
 */
export async function deleteAccount(session: LiveSession): Promise<DeletionOutcome> {
  const { userId, providerUserId, id } = session
  const state = await userState(session)
  if (state.status === 'unavailable') return { ...state, reason: 'account-not-deleted' }
  await deletePersonRows({ userId, exceptSession: id })
  const removed = await deleteUser(providerUserId)
  if (removed.status !== 'ok')
    return { status: 'unavailable', code: removed.code, reason: 'account-half-deleted' }
  // Includes what another tab has saved in between.
  await deletePersonRows({ userId })
  return { status: 'deleted' }
}

/** The user's sessions that are live or renewable: this one, then the most recently active first. */
export async function currentSessions(session: LiveSession): Promise<ListedSession[]> {
  const rows = await listSessions(session.userId, new Date(Date.now() - serverConfig().session.graceMs))
  const { bindsDevices } = serverConfig()
  const sessions = rows.map(({ id, userAgent, createdAt, seenAt, binding }) => ({
    id,
    name: describeDevice(userAgent ?? ''),
    openedAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isThis: id === session.id,
    isProtected: bindsDevices && Boolean(binding?.confirmedAt),
    copiedAt: binding?.copiedAt?.toISOString() ?? null,
  }))
  return sessions.sort((one, other) => Number(other.isThis) - Number(one.isThis))
}
