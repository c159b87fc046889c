import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '@/lib/server/backup/backup'
import { tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { linesOf, refusal, rowCounts } from './backup-lines'
import { setUpEmbedded, setUpFolder } from './setup'
import { createAccount } from './store-fixtures'
import { tables } from './tables'

const now = new Date('2031-05-06T07:08:09.123Z')

setUpEmbedded()
const at = setUpFolder()

beforeAll(async () => {
  const session = { tokenHash: tokenHashOf('cookie'), expiresAt: now, userAgent: null, now }
  await insertSession({ ...(await createAccount('Zoë')), ...session })
}, 60_000)

describe('a backup', { timeout: 60_000 }, () => {
  test('is one file, for its owner only, with a header, the rows in plain JSON and their number', async () => {
    const file = at('1.gz')
    expect(await writeBackup(file, now)).toEqual(rowCounts({ sessions: 1, accounts: 1 }))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(at())).toEqual(['1.gz'])
    const [header, row, , end] = linesOf(await readFile(file)).map((line) => JSON.parse(line))
    expect(header).toMatchObject({ format: 'foyer-backup', version: 1, takenAt: '2031-05-06T07:08:09.123Z' })
    expect(header.schema.last).toMatch(/^\d{4}_\w+$/)
    expect(header.tables.sessions).toEqual(expect.arrayContaining(Object.keys(row.row)))
    expect(row).toMatchObject({
      table: 'sessions',
      row: { uid: 'Zoë', token_hash: tokenHashOf('cookie'), created_at: '2031-05-06T07:08:09.123+00:00' },
    })
    expect(end).toEqual({ rows: rowCounts({ sessions: 1, accounts: 1 }) })
  })

  test('never overwrites a file, and is refused by the name of its file if it can’t be written', async () => {
    const file = at('1.gz')
    await writeFile(file, 'precious')
    const taken = refusal(`${file} is there already. Name another file.`)
    await expect(writeBackup(file)).rejects.toMatchObject(taken)
    expect(await readFile(file, 'utf8')).toBe('precious')
    const nowhere = at('nowhere', 'backup.gz')
    const missing = refusal(`${nowhere} cannot be written (ENOENT).`)
    await expect(writeBackup(nowhere)).rejects.toMatchObject(missing)
  })

  test('of three with the same name at the same time, one is written', async () => {
    const file = at('1.gz')
    const outcomes = await Promise.allSettled([writeBackup(file), writeBackup(file), writeBackup(file)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(linesOf(await readFile(file))).toHaveLength(4)
  })

  test('loses no counter, as no column has one', () => {
    const columns = Object.values(tables).flatMap((table) => getTableConfig(table).columns)
    const counting = columns.filter(
      (column) => /serial/.test(column.getSQLType()) || column.generatedIdentity,
    )
    expect(columns.length).toBeGreaterThan(0)
    expect(counting.map(({ name }) => name)).toEqual([])
  })
})
