import 'server-only'
import {
  deletePerson,
  listAllNotes,
  listAllSessions,
  listAllShares,
  type NoteRow,
} from '@/lib/server/database/database'
import { removeUser, userProfile, userState } from '@/lib/server/identity/identity'
import type { LiveSession } from '@/lib/server/session/session'
import { describeDevice } from './sessions'

/** Everything stored about the user, for export. Complete, or `unavailable`. */
export async function exportAccount({ userId }: LiveSession) {
  const [profile, sessions, shares] = await Promise.all([
    userProfile(userId),
    listAllSessions(userId),
    listAllShares(userId),
  ])
  const notes: Omit<NoteRow, 'userId'>[] = []
  for await (const { userId: _, ...note } of listAllNotes(userId)) notes.push(note)
  if (profile.status !== 'ok') return { status: 'unavailable', code: profile.code } as const
  const value = {
    madeAt: new Date(),
    profile: profile.value,
    notes: notes,
    shares: shares.map(({ userId: _, ...share }) => share),
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

/** On failure: nothing was deleted, or our data was, but not the provider's account. */
export type AccountDeletion =
  | { status: 'deleted'; noteCount: number }
  | { status: 'unavailable'; code: string; words: 'account-not-deleted' | 'account-half-deleted' }

/**
 * Deletes a user. Checks that the provider answers, then deletes our rows except this session, then the
 * provider's account, then the rest. If a step fails, the user can try again.
 */
export async function deleteAccount({ userId, id }: LiveSession): Promise<AccountDeletion> {
  const state = await userState(userId)
  if (state.status === 'unavailable') return { ...state, words: 'account-not-deleted' }
  const noteCount = await deletePerson(userId, id)
  const removed = await removeUser(userId)
  const isGone = removed.status === 'ok' || removed.code === 'auth/user-not-found'
  if (!isGone) return { status: 'unavailable', code: removed.code, words: 'account-half-deleted' }
  // Includes anything another tab has saved meanwhile.
  await deletePerson(userId)
  return { status: 'deleted', noteCount }
}
