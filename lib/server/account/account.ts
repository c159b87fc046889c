import 'server-only'
import { deletePerson, listAllSessions, listNoteRows } from '@/lib/server/database/database'
import { removeUser, userProfile, userState } from '@/lib/server/identity/identity'
import type { LiveSession } from '@/lib/server/session/session'
import { describeDevice } from './sessions'

/** All that is stored of the person, as they may take it away. Whole or not at all. */
export async function exportAccount({ userId }: LiveSession) {
  const [profile, notes, sessions] = await Promise.all([
    userProfile(userId),
    listNoteRows(userId),
    listAllSessions(userId),
  ])
  if (profile.status !== 'ok') return { status: 'unavailable', code: profile.code } as const
  const value = {
    madeAt: new Date(),
    profile: profile.value,
    notes: notes.map(({ id, text, createdAt, changedAt }) => ({ id, text, createdAt, changedAt })),
    sessions: sessions.map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent ?? ''),
      userAgent: row.userAgent,
      openedAt: row.createdAt,
      renewedAt: row.renewedAt,
      seenAt: row.seenAt,
      expiresAt: row.expiresAt,
      endedAt: row.revokedAt,
    })),
  }
  return { status: 'ok', value } as const
}

/** Where a deletion stopped: before anything was deleted, or with the provider's account still there. */
export type AccountDeletion =
  | { status: 'deleted'; noteCount: number }
  | { status: 'unavailable'; code: string; words: 'account-not-deleted' | 'account-half-deleted' }

/**
 * Deletes a person: first the provider has to answer, then our rows go but for this session, then the provider's account,
 * then the rest. So whatever fails, the person can ask again.
 */
export async function deleteAccount({ userId, id }: LiveSession): Promise<AccountDeletion> {
  const state = await userState(userId)
  if (state.status === 'unavailable') return { ...state, words: 'account-not-deleted' }
  const noteCount = await deletePerson(userId, id)
  const removed = await removeUser(userId)
  const isGone = removed.status === 'ok' || removed.code === 'auth/user-not-found'
  if (!isGone) return { status: 'unavailable', code: removed.code, words: 'account-half-deleted' }
  // Also what another tab has saved meanwhile.
  await deletePerson(userId)
  return { status: 'deleted', noteCount }
}
