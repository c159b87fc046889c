import 'server-only'
/** Replaces autovacuum and checkpoints: PGlite has no background processes. */
import { getTableName } from 'drizzle-orm'
import type { Pool } from 'pg'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import { ephemeralTables, tables } from './schema/tables'

/** How often, in queries, it checks how much has been written since the last cleanup. */
const checkEveryQueries = 20

/** How much may be written to the WAL between cleanups, which also limits the space of dead rows. */
const cleanEveryBytes = 16 * 1024 * 1024

/** Keeps two WAL files of 16 MB after a checkpoint. By default PostgreSQL keeps five, and up to 1 GB. */
export const maintenanceSettings = ['max_wal_size=32MB', 'min_wal_size=32MB']

/**
 * Returns a function to call after each query. Cleans up by volume, not by time, or saving one note in a loop would fill
 * the disk. Besides live rows, the files hold at most 16 MB, what 20 queries write, and the WAL of both. The query that
 * triggers a cleanup waits for it, and so does the rest of the process.
 */
export function createMaintenance(pool: Pool): () => Promise<void> {
  let queries = 0
  // The first check cleans up what earlier processes may have left.
  let cleanedAt = '0/0'

  async function cleanIfDue(): Promise<void> {
    const written = 'select pg_current_wal_lsn() - $1::pg_lsn as bytes'
    const { rows } = await pool.query<{ bytes: string }>(written, [cleanedAt])
    if (Number(rows[0]?.bytes) < cleanEveryBytes) return
    const startedAt = performance.now()
    // Separate calls: several statements in one form a transaction, where VACUUM isn't allowed.
    await pool.query(`vacuum ${tableNames.join(', ')}`)
    await pool.query('checkpoint')
    const reached = await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    cleanedAt = reached.rows[0]?.lsn ?? '0/0'
    log('debug', 'database.cleaned', { pauseMs: Math.round(performance.now() - startedAt) })
  }

  return async () => {
    queries += 1
    // The query itself has succeeded, and a failed cleanup is retried.
    if (queries % checkEveryQueries === 0) await cleanIfDue().catch(logFailure)
  }
}

const tableNames = Object.values({ ...tables, ...ephemeralTables }).map((table) => getTableName(table))

function logFailure(error: unknown): void {
  log('error', 'database.clean-up-failed', {
    code: codeOf(error),
    reason: error instanceof Error ? error.message : null,
  })
}
