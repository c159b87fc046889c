import 'server-only'
/** All rows of all tables, copied to a file as they are at one moment. */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { requireNewFile, writeBackupFile } from './backup-file'
import { formatEnd, formatHeader, formatRow, type RowCounts } from './backup-format'
import { type BackupTable, backupTables, requireOwnSchema } from './backup-tables'
import { askDatabase } from './connection'
import type { Queries } from './engine'
import { describeTransfer, type Transfer } from './transfer'

/** Writes a backup to a new file. Sites may go on: what they write meanwhile is not in it. */
export function writeBackup(file: string, now = new Date()): Promise<Transfer> {
  return describeTransfer(async () => {
    requireNewFile(file)
    const rows: RowCounts = {}
    const copy = async (queries: Queries) => {
      await queries.execute(sql`set local time zone 'UTC'`)
      await requireOwnSchema(queries)
      await writeBackupFile(file, backupTexts({ queries, rows, now }))
    }
    const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
    await askDatabase((queries) => queries.transaction(copy, oneMoment))
    return rows
  })
}

type Copy = { queries: Queries; rows: RowCounts; now: Date }

/** The whole file, some lines at a time. Counts the rows. */
async function* backupTexts({ queries, rows, now }: Copy): AsyncGenerator<string> {
  yield formatHeader(now)
  for (const table of backupTables) {
    rows[table.name] = 0
    for await (const batch of readTable(queries, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + batch.length
      yield batch.map((json) => formatRow(table.name, json)).join('')
    }
  }
  yield formatEnd(rows)
}

/** Few enough that they are read within the time a query has, also when they are long. */
const batchSize = 250

/** PostgreSQL writes the JSON, whatever the columns are: `jsonb` has no line breaks of its own. */
async function* readTable(queries: Queries, { table, columns }: BackupTable): AsyncGenerator<string[]> {
  const names = sql.join(columns, sql`, `)
  await queries.execute(sql`
    declare backup no scroll cursor for
    select to_jsonb(kept)::text as json from (select ${names} from ${table}) as kept`)
  for (;;) {
    const { rows } = v.parse(fetched, await queries.execute(sql.raw(`fetch ${batchSize} from backup`)))
    if (rows.length > 0) yield rows.map(({ json }) => json)
    if (rows.length < batchSize) break
  }
  await queries.execute(sql`close backup`)
}

const fetched = v.object({ rows: v.array(v.object({ json: v.string() })) })
