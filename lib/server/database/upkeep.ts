import 'server-only'
/** What PostgreSQL's own processes do elsewhere: in PGlite nothing runs beside the queries, so nothing cleans up. */
import type { PGlite } from '@electric-sql/pglite'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { log } from '@/lib/server/log/log'
import { codeOf } from './faults'
import { passingTables, tables } from './schema'

/** After so many statements it is asked how much has been written since the last clean-up. */
const lookEveryStatements = 200

/** With so much written to the log it is time: rows that nobody can see any more take no more than that. */
const cleanEveryBytes = 16 * 1024 * 1024

/** What a checkpoint leaves of the log: two files of 16 MB. By itself PostgreSQL keeps five, and up to a gigabyte. */
export const upkeepSettings = ['max_wal_size=32MB', 'min_wal_size=32MB']

/**
 * Cleans up by what is written, not by the clock: one note, saved again and again, would otherwise fill the disk. Beyond
 * the rows that live there are never more than about 16 MB, what 200 statements write, and the log of both. The query
 * that finds it due waits for it, and so does everything else in this process.
 */
export function keepSmall(client: PGlite): void {
  const query = client.query.bind(client)
  let statements = 0
  // What earlier processes left is not known: the first look cleans up.
  let cleanedAt = '0/0'

  async function cleanIfDue(): Promise<void> {
    const { rows } = await query<{ bytes: string }>('select pg_current_wal_lsn() - $1::pg_lsn as bytes', [
      cleanedAt,
    ])
    if (Number(rows[0]?.bytes) < cleanEveryBytes) return
    const startedAt = performance.now()
    // Each by itself: several in one are a transaction, in which nothing is vacuumed.
    await client.exec(`vacuum ${tableNames.join(', ')}`)
    await client.exec('checkpoint')
    cleanedAt =
      (await query<{ place: string }>('select pg_current_wal_lsn() as place')).rows[0]?.place ?? '0/0'
    log('debug', 'database.cleaned', { pauseMs: Math.round(performance.now() - startedAt) })
  }

  client.query = async (text, values, options) => {
    const answer = await query<never>(text, values, options)
    statements += 1
    // What was asked has been answered: a clean-up that fails is tried again.
    if (statements % lookEveryStatements === 0) await cleanIfDue().catch(noteFailure)
    return answer
  }
}

const tableNames = Object.values({ ...tables, ...passingTables }).map((table) => getTableConfig(table).name)

function noteFailure(error: unknown): void {
  log('error', 'database.clean-up-failed', {
    code: codeOf(error),
    reason: error instanceof Error ? error.message : null,
  })
}
