import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { writeBackup } from '@/lib/server/backup/backup'
import { restoreBackup } from '@/lib/server/backup/restore'
import { compress, linesOf, rowCounts } from '../../database/backup-lines'
import { setUpEmbedded, setUpFolder } from '../../database/setup'
import { now } from '../../database/store-fixtures'
import { list } from './fixtures'

setUpEmbedded()
const at = setUpFolder()

test('a backup of the last release is restored, and a search finds its notes', async () => {
  await writeBackup(at('empty.gz'), now)
  const header = JSON.parse(linesOf(await readFile(at('empty.gz')))[0] ?? '')
  expect(header.tables.notes).toContain('text')
  expect(header.tables.notes.join()).not.toContain('folded')
  const { trashed_notes: trashed, ...known } = header.tables
  expect(trashed).toContain('deleted_at')
  const tables = { ...known, notes: known.notes.filter((name: string) => name !== 'pinned') }
  const row = {
    ...{ id: randomUUID(), uid: 'Zoë', title: 'Ａｎｇｓｔｒöｍ', text: 'x', version: 7, bytes: 1 },
    ...{ created_at: now, changed_at: now },
  }
  const rows = rowCounts({ notes: 1 })
  const { trashed_notes: _, ...counted } = rows
  const schema = { migrations: 4, last: '0003_sharing' }
  const lines = [{ ...header, tables, schema }, { table: 'notes', row }, { rows: counted }]
  await writeFile(at('older.gz'), compress(lines.map((line) => JSON.stringify(line))))
  expect(await restoreBackup(at('older.gz'))).toEqual(rows)
  expect(await list('Zoë', { search: 'angstrom' })).toMatchObject([{ id: row.id, version: 7 }])
})
