import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, restoreBackup, searchNoteRows, writeBackup } from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { compress, linesOf, rowCounts } from './backup-lines'

const now = new Date('2031-05-06T07:08:09.123Z')
let folder = ''
let dataDir = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-restore-'))
  dataDir = await createDataDir()
  process.env.DATA_DIR = dataDir
  delete process.env.DATABASE_URL
}, 60_000)

afterAll(async () => {
  await closeDatabase()
  for (const place of [folder, dataDir]) await rm(place, { recursive: true })
})

test('a backup of the last release, without what came since, is restored and its notes are found', async () => {
  const [empty, older] = [join(folder, 'empty.gz'), join(folder, 'older.gz')]
  await writeBackup(empty)
  const header = JSON.parse(linesOf(await readFile(empty))[0] ?? '')
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
  const lines = [
    { ...header, tables, schema: { migrations: 4, last: '0003_sharing' } },
    { table: 'notes', row },
    { rows: counted },
  ]
  await writeFile(older, compress(lines.map((line) => JSON.stringify(line))))
  expect(await restoreBackup(older)).toEqual({ status: 'done', rows })
  const question = { userId: 'Zoë', after: null, terms: ['angstrom'], limit: 2, now }
  expect(await searchNoteRows(question)).toMatchObject([{ id: row.id, version: 7, isPinned: false }])
})
