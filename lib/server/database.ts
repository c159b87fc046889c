import 'server-only'
/** The database: PostgreSQL at `DATABASE_URL`, or the embedded one in `DATA_DIR`. */
import { sql } from 'drizzle-orm'
import { askDatabase, ensureOpen } from './database/connection'
import { isDatabaseUnavailable, isDatabaseUnusable } from './database/faults'

export { writeBackup } from './database/backup'
export type { RowCounts } from './database/backup-format'
export { parentsFirst } from './database/backup-tables'
export { closeDatabase } from './database/connection'
export {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from './database/examination'
export { isDatabaseUnavailable } from './database/faults'
export { parseSessionId, type SessionId, type TokenHash, tokenHashOf, type UserId } from './database/names'
export {
  countNoteRows,
  countOtherNotes,
  deleteNoteRow,
  isNoteRowOfOther,
  listNoteRows,
  type NoteRow,
  storeNote,
} from './database/notes'
export { deletePerson, listAllSessions } from './database/person'
export { deleteExpiredCounts, rateLimitStore } from './database/rate-limits'
export { restoreBackup } from './database/restore'
export { passingTables, tables } from './database/schema'
export {
  deleteEndedSessions,
  endAllSessions,
  endOtherSessions,
  endSession,
  endUnlessRenewed,
  isSessionOfOther,
} from './database/session-ends'
export {
  claimCheck,
  findSession,
  type Insertion,
  insertSession,
  listSessions,
  markSeen,
  type NewSession,
  type Renewal,
  renewSession,
  type SessionRow,
} from './database/sessions'
export type { Transfer } from './database/transfer'

/** `unavailable` may pass: the database is opened when it is next asked. `unusable` needs a person. */
export type Opening = { status: 'open' | 'unavailable' } | { status: 'unusable'; problem: string }

/** Opens the database and makes its tables. */
export async function openDatabase(): Promise<Opening> {
  try {
    await ensureOpen()
    return { status: 'open' }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'unavailable' }
    if (isDatabaseUnusable(error)) return { status: 'unusable', problem: error.message }
    throw error
  }
}

/** Whether it answers now. */
export async function isDatabaseReachable(): Promise<boolean> {
  try {
    await askDatabase((queries) => queries.execute(sql`select 1`))
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}
