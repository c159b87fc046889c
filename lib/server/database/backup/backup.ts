import 'server-only'
/** Copies all tables to a file, from a single snapshot. */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import { writeBackupFile } from './file'
import { formatHeader } from './format'
import {
  backupTables,
  disableStatementTimeout,
  type RowCounts,
  requireKnownSchema,
  runTransfer,
  type TransferResult,
} from './transfer'

/** Writes a backup to a new file. Sites can keep running; later writes aren't included. */
export function writeBackup(file: string, now = new Date()): Promise<TransferResult> {
  return runTransfer(async () => {
    const rows: RowCounts = {}
    const copy = async (queries: Queries) => {
      await disableStatementTimeout(queries)
      await requireKnownSchema(queries)
      await writeBackupFile(file, backupChunks(queries, rows, now))
    }
    const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
    await queryDatabase((queries) => queries.transaction(copy, snapshot))
    return rows
  })
}

/** Rows per query; small enough for the query timeout, even with long rows. */
const batchSize = 250

/** Yields the file in chunks and counts the rows. */
async function* backupChunks(queries: Queries, rows: RowCounts, now: Date): AsyncGenerator<string> {
  yield formatHeader(now)
  for (const { name, table, columns } of backupTables) {
    rows[name] = 0
    const kept = sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    )
    // PostgreSQL writes the JSON, so numbers keep their precision. `jsonb` text has no line breaks.
    await queries.execute(
      sql`declare backup no scroll cursor for
        select to_jsonb(kept)::text as json from (select ${kept} from ${table}) as kept`,
    )
    for (let isMore = true; isMore; ) {
      const batch = v.parse(jsonRows, await queries.execute(sql.raw(`fetch ${batchSize} from backup`))).rows
      yield batch.map(({ json }) => `{"table":"${name}","row":${json}}\n`).join('')
      rows[name] += batch.length
      isMore = batch.length === batchSize
    }
    await queries.execute(sql`close backup`)
  }
  yield `${JSON.stringify({ rows })}\n`
}

const jsonRows = v.object({ rows: v.array(v.object({ json: v.string() })) })
