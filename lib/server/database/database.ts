import 'server-only'
/** The database: PostgreSQL at `DATABASE_URL`, or the embedded one in `DATA_DIR`. */
import { sql } from 'drizzle-orm'
import { askDatabase, ensureOpen } from './connection'
import { isDatabaseUnavailable, isDatabaseUnusable } from './faults'

export { writeBackup } from './backup'
export type { RowCounts } from './backup-format'
export { parentsFirst } from './backup-tables'
export { closeDatabase } from './connection'
export {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from './examination'
export { isDatabaseUnavailable } from './faults'
export { claimFolder, describeHolderOf } from './lock'
export { parseSessionId, type SessionId, type TokenHash, tokenHashOf, type UserId } from './names'
export {
  countNoteRows,
  countOtherNotes,
  deleteNoteRow,
  isNoteRowOfOther,
  listNoteRows,
  type NoteRow,
  storeNote,
} from './notes'
export { deletePerson, listAllSessions } from './person'
export { examinePrivacy, makePrivate } from './private-folder'
export { countEvent, keepCountsClean, type RateVerdict } from './rate-limit'
export { restoreBackup } from './restore'
export { passingTables, tables } from './schema'
export {
  deleteEndedSessions,
  endAllSessions,
  endOtherSessions,
  endSession,
  endUnlessRenewed,
  isSessionOfOther,
} from './session-ends'
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
} from './sessions'
export type { Transfer } from './transfer'

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
