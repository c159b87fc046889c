import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeDatabase,
  insertSession,
  tables,
  tokenHashOf,
  writeBackup,
} from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { linesOf, rowCounts } from './backup-lines'

const now = new Date('2031-05-06T07:08:09.123Z')
let folder = ''
let dataDir = ''
let fileCount = 0
const newFile = () => join(folder, `${++fileCount}.jsonl.gz`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
  dataDir = await createDataDir()
  process.env.DATA_DIR = dataDir
  delete process.env.DATABASE_URL
  const [tokenHash, userId] = [tokenHashOf('cookie'), 'Zoë']
  await insertSession({ tokenHash, userId, isUnverified: false, expiresAt: now, userAgent: null, now })
}, 60_000)

afterAll(async () => {
  await closeDatabase()
  for (const place of [folder, dataDir]) await rm(place, { recursive: true })
})

describe('a backup', { timeout: 60_000 }, () => {
  test('is one file that only its owner can read, and nothing stands beside it', async () => {
    const file = newFile()
    expect(await writeBackup(file)).toEqual({ status: 'done', rows: rowCounts({ sessions: 1 }) })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['1.jsonl.gz'])
  })

  test('says what it is, holds the rows in words anybody can read, and counts them at the end', async () => {
    const file = newFile()
    await writeBackup(file, now)
    const [first, row, end] = linesOf(await readFile(file)).map((line) => JSON.parse(line))
    expect(first).toMatchObject({ format: 'foyer-backup', version: 1, takenAt: '2031-05-06T07:08:09.123Z' })
    expect(first.schema.last).toMatch(/^\d{4}_\w+$/)
    expect(first.tables.sessions).toEqual(expect.arrayContaining(Object.keys(row.row)))
    expect(row).toMatchObject({
      table: 'sessions',
      row: { uid: 'Zoë', token_hash: tokenHashOf('cookie'), created_at: '2031-05-06T07:08:09.123+00:00' },
    })
    expect(end).toEqual({ rows: rowCounts({ sessions: 1 }) })
  })

  test('is never written over a file that is there', async () => {
    const file = newFile()
    await writeFile(file, 'precious')
    expect(await writeBackup(file)).toEqual({
      status: 'refused',
      problem: `${file} is there already. Name another file.`,
    })
    expect(await readFile(file, 'utf8')).toBe('precious')
  })

  test('of several that want one name at once one gets it', async () => {
    const file = newFile()
    const outcomes = await Promise.all([writeBackup(file), writeBackup(file), writeBackup(file)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['done', 'refused', 'refused'])
    expect(linesOf(await readFile(file))).toHaveLength(3)
  })

  test('that cannot be written there is refused by the name of the file, not as an outage', async () => {
    const file = join(folder, 'nowhere', 'backup.gz')
    const problem = `${file} cannot be written (ENOENT).`
    expect(await writeBackup(file)).toEqual({ status: 'refused', problem })
  })

  test('writes the rows that are referred to before those that refer to them', () => {
    const ordered = Object.values(tables).map((table) => getTableConfig(table))
    const misplaced = ordered.filter(({ foreignKeys }, place) =>
      foreignKeys.some((key) => {
        const { name } = getTableConfig(key.reference().foreignTable)
        return ordered.findIndex((one) => one.name === name) > place
      }),
    )
    expect(misplaced).toEqual([])
  })

  test('leaves nothing out, as no column counts by itself', () => {
    const columns = Object.values(tables).flatMap((table) => getTableConfig(table).columns)
    const counting = columns.filter(
      (column) => /serial/.test(column.getSQLType()) || column.generatedIdentity,
    )
    expect(columns.length).toBeGreaterThan(0)
    expect(counting.map(({ name }) => name)).toEqual([])
  })
})
