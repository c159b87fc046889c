import 'server-only'
/** What PostgreSQL's own processes do elsewhere: in PGlite nothing runs beside the queries, so nothing cleans up. */
import type { PGlite } from '@electric-sql/pglite'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { codeOf } from '@/lib/error-code'
import { log } from '@/lib/server/log/log'
import { ephemeralTables, tables } from './schema'

/** After so many questions we ask how much has been written since the last clean-up. */
const lookEveryQuestions = 200

/** With so much written to the log it is time: rows that nobody can see any more take no more than that. */
const cleanEveryBytes = 16 * 1024 * 1024

/** What a checkpoint leaves of the log: two files of 16 MB. By itself PostgreSQL keeps five, and up to a gigabyte. */
export const upkeepSettings = ['max_wal_size=32MB', 'min_wal_size=32MB']

/**
 * To be called after each question. Cleans up by what is written, not by the clock: one note, saved again and again,
 * would otherwise fill the disk. Beyond the live rows there are never more than about 16 MB, what 200 questions write,
 * and the log of both. The question that finds it due waits for it, and so does everything else in this process.
 */
export function openUpkeep(client: PGlite): () => Promise<void> {
  let questions = 0
  // What earlier processes left is not known: the first look cleans up.
  let cleanedAt = '0/0'

  async function cleanIfDue(): Promise<void> {
    const written = 'select pg_current_wal_lsn() - $1::pg_lsn as bytes'
    const { rows } = await client.query<{ bytes: string }>(written, [cleanedAt])
    if (Number(rows[0]?.bytes) < cleanEveryBytes) return
    const startedAt = performance.now()
    // Each by itself: several in one are a transaction, in which nothing is vacuumed.
    await client.exec(`vacuum ${tableNames.join(', ')}`)
    await client.exec('checkpoint')
    const reached = await client.query<{ place: string }>('select pg_current_wal_lsn() as place')
    cleanedAt = reached.rows[0]?.place ?? '0/0'
    log('debug', 'database.cleaned', { pauseMs: Math.round(performance.now() - startedAt) })
  }

  return async () => {
    questions += 1
    // The question itself has been answered: a clean-up that fails is tried again.
    if (questions % lookEveryQuestions === 0) await cleanIfDue().catch(logFailure)
  }
}

const tableNames = Object.values({ ...tables, ...ephemeralTables }).map((table) => getTableConfig(table).name)

function logFailure(error: unknown): void {
  log('error', 'database.clean-up-failed', {
    code: codeOf(error),
    reason: error instanceof Error ? error.message : null,
  })
}
