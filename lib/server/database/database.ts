import 'server-only'
/** The database: PostgreSQL at `DATABASE_URL`, else the embedded one in `DATA_DIR`. */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { serverConfig } from '@/lib/server/config'
import { queryDatabase } from './connection'
import { isAdminProblem, isDatabaseUnavailable, whenUnavailable } from './errors'

// By name if the rest of the server needs only a part of the module.
export * from './accounts'
export { type TransferResult, writeBackup } from './backup/backup'
export { restoreBackup } from './backup/restore'
export { closeDatabase, countFailedRequest, runRegularly } from './connection'
export { embeddedFolder, openEmbedded } from './embedded'
export type { Engine } from './engine'
export { isDatabaseUnavailable, whenUnavailable } from './errors'
export {
  type EmbeddedState,
  examineEmbedded,
  examinePostgres,
  type PostgresState,
} from './examination'
export * from './ids'
export { lockFolder } from './lock'
export { type Migration, readMigrations } from './migrations'
export { foldNextUntil } from './note-folding'
export {
  firstNoteRows,
  type ListCursor,
  type ListQuery,
  listNoteRows,
  type NoteSummaryRow,
  noteListRevision,
} from './note-list'
export { readMatchingLines, type SearchQuery, searchNoteRows, searchParts } from './note-search'
export {
  countNoteRows,
  findNoteRow,
  isOtherUsersNote,
  type NoteRow,
  noteUsage,
  pinNoteRow,
  storeNote,
} from './notes'
export * from './passkeys'
export { openPostgres } from './postgres'
export { consumeLimit, deleteExpiredLimits, type Limit } from './rate-limit'
export { ephemeralTables, tables } from './schema/tables'
export * from './sessions'
export * from './shares'
export {
  currentSigningKeys,
  deleteExpiredUses,
  isUsed,
  recordUse,
} from './signing-keys'
export * from './trash'
export * from './user-rows'

/** `unavailable` is temporary: the next query tries again. `unusable` needs an administrator. */
type OpenResult = { status: 'open' | 'unavailable' } | { status: 'unusable'; problem: string }

/** Opens the database and runs its migrations. */
export async function openDatabase(): Promise<OpenResult> {
  try {
    await queryDatabase(async () => undefined)
    return { status: 'open' }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'unavailable' }
    if (isAdminProblem(error)) return { status: 'unusable', problem: error.message }
    throw error
  }
}

/** The kind and version of the database; null while it's down. */
export async function describeDatabase(): Promise<string | null> {
  const kind = serverConfig().databaseUrl ? 'PostgreSQL' : 'embedded PostgreSQL'
  const query = sql`select current_setting('server_version') as version`
  const result = await queryDatabase((queries) => queries.execute(query)).catch(whenUnavailable(null))
  if (!result) return null
  const [{ version }] = v.parse(versionRows, result).rows
  return `${kind} ${version}`
}

const versionRows = v.object({ rows: v.tuple([v.object({ version: v.string() })]) })

/** Whether the database responds. */
export function isDatabaseReachable(): Promise<boolean> {
  return queryDatabase((queries) => queries.execute(sql`select 1`)).then(() => true, whenUnavailable(false))
}
