/** Broken rules of the database. */
import type { Line } from './mutation'

const sessions = 'lib/server/database/sessions.ts'

export const database: readonly Line[] = [
  [
    'sessions that a person opens',
    sessions,
    '.offset(maxSessions)',
    '.offset(maxSessions + 1)',
    'database/store-embedded',
  ],
  [
    'the list, polled every 15 seconds by visible pages',
    'lib/server/notes/list.ts',
    'max(changed_at)',
    'max(created_at)',
    'notes/plans',
  ],
  [
    'the export',
    'lib/server/notes/room.ts',
    'trashedNotes: inBatches(',
    'others: inBatches(',
    'database/person-tables',
  ],
  [
    'other users of the machine',
    'lib/server/private-folder.ts',
    'await chmod(folder, 0o700)',
    'await chmod(folder, 0o750)',
    'database/private-folder',
  ],
  [
    'what readers leave',
    'lib/server/notes/shares.ts',
    'maxOpenings = 2_000',
    'maxOpenings = 20_000',
    'database/store-embedded',
  ],
  [
    '6.7.2',
    'lib/server/database/signing-keys.ts',
    '.onConflictDoNothing()\n      .returning({ hash',
    '.onConflictDoUpdate({ target: usedValues.hash, set: { expiresAt } })\n      .returning({ hash',
    'database/store-embedded',
  ],
  [
    '8.2.2',
    'lib/server/notes/notes.ts',
    'from(notes).where(matchesNote(id, userId)).limit(1)',
    'from(notes).where(eq(notes.id, id)).limit(1)',
    'database/store-embedded',
  ],
  [
    '8.3.3',
    sessions,
    'endSessionsWhere(and(eq(sessions.id, id), eq(sessions.userId, userId)), now)',
    'endSessionsWhere(eq(sessions.id, id), now)',
    'database/store-embedded',
  ],
  [
    '14.2.7',
    sessions,
    'or(lt(sessions.revokedAt, endedBefore), isExpired)',
    'isExpired',
    'database/store-embedded',
  ],
  [
    '16.5.2',
    'lib/server/database/postgres.ts',
    'connectTimeoutMs = 2_000',
    'connectTimeoutMs = 60_000',
    'database/postgres-faults',
  ],
]
