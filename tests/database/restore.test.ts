import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeDatabase,
  deleteEndedSessions,
  findSession,
  insertSession,
  restoreBackup,
  tokenHashOf,
  writeBackup,
} from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { compress, linesOf, rowCounts } from './backup-lines'

/** More than one statement writes, so that some rows are written when a later one is refused. */
const rowCount = 700
const now = new Date('2031-05-06T07:08:09.123Z')
let folder = ''
let dataDir = ''
let whole: string[] = []
let fileCount = 0
const newFile = () => join(folder, `${++fileCount}.jsonl.gz`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-restore-'))
  dataDir = await createDataDir()
  process.env.DATA_DIR = dataDir
  delete process.env.DATABASE_URL
  const opened = { tokenHash: tokenHashOf('cookie'), userAgent: 'Browser/1', expiresAt: now, now }
  await insertSession({ ...opened, userId: 'Zoë', isUnverified: false })
  const file = newFile()
  expect(await writeBackup(file, now)).toEqual({ status: 'done', rows: rowCounts({ sessions: 1 }) })
  const [header = '', line = ''] = linesOf(await readFile(file))
  const { row, ...more } = JSON.parse(line)
  const rows = Array.from({ length: rowCount }, (_, n) => ({
    ...row,
    id: randomUUID(),
    token_hash: tokenHashOf(`cookie-${n}`),
    uid: `Zoë \u2028 ${n}`,
  }))
  whole = [
    header,
    ...rows.map((one) => JSON.stringify({ ...more, row: one })),
    JSON.stringify({ rows: rowCounts({ sessions: rowCount }) }),
  ]
  await clear()
}, 120_000)

afterAll(async () => {
  await closeDatabase()
  for (const place of [folder, dataDir]) await rm(place, { recursive: true })
})

const clear = () => deleteEndedSessions(new Date('2040-01-01'))

async function rowsNow(): Promise<unknown> {
  const counted = await writeBackup(newFile())
  return counted.status === 'done' ? counted.rows : counted
}

async function restore(content: Buffer) {
  const file = newFile()
  await writeFile(file, content)
  return restoreBackup(file)
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a line says, to be made wrong
type Change = (content: any) => unknown

/** The whole backup with one line of it changed; the first is number 1. */
function withLine(number: number, change: Change): string[] {
  const content = JSON.parse(whole[number - 1] ?? '')
  const changed = change(content) ?? content
  return whole.with(number - 1, typeof changed === 'string' ? changed : JSON.stringify(changed))
}

const withHeader = (more: object) => withLine(1, (header) => ({ ...header, ...more }))
const withTables = (more: object) => withLine(1, (header) => Object.assign(header.tables, more) && header)
const withRow = (row: object) => withLine(650, (line) => ({ ...line, row: { ...line.row, ...row } }))
const end = rowCount + 2

/** Without a column, in the first line and in all rows. */
function withoutColumn(name: string): string[] {
  const lines = whole.map((line) => JSON.parse(line))
  lines[0].tables.sessions = lines[0].tables.sessions.filter((column: string) => column !== name)
  for (const { row } of lines) if (row) delete row[name]
  return lines.map((line) => JSON.stringify(line))
}

describe('a restore', { timeout: 60_000 }, () => {
  test('brings the session of each cookie back, once: then the database is not empty', async () => {
    expect(await restore(compress(whole))).toEqual({
      status: 'done',
      rows: rowCounts({ sessions: rowCount }),
    })
    expect(await findSession(tokenHashOf('cookie-42'))).toMatchObject({
      userId: 'Zoë \u2028 42',
      userAgent: 'Browser/1',
      expiresAt: now,
      revokedAt: null,
    })
    const again = await restore(compress(whole))
    expect(again).toMatchObject({ problem: expect.stringContaining(`sessions has ${rowCount} rows`) })
    expect(await rowsNow()).toEqual(rowCounts({ sessions: rowCount }))
    await clear()
  })

  test('takes a backup without a column that may be empty, as an older one', async () => {
    expect(await restore(compress(withoutColumn('user_agent')))).toMatchObject({ status: 'done' })
    expect(await findSession(tokenHashOf('cookie-42'))).toMatchObject({ expiresAt: now, userAgent: null })
    await clear()
  })

  test.each<[string, string, () => string[]]>([
    ['another format', 'Line 1: this is no backup', () => withHeader({ format: 'other' })],
    ['a newer format', 'Line 1: a newer Foyer wrote this', () => withHeader({ version: 2 })],
    [
      'tables of a newer Foyer',
      'Line 1: a newer Foyer wrote this (0999_later)',
      () => withHeader({ schema: { migrations: 999, last: '0999_later' } }),
    ],
    [
      'tables of another history',
      'Line 1: another program than this Foyer wrote this (0000_other)',
      () => withHeader({ schema: { migrations: 1, last: '0000_other' } }),
    ],
    ['a header without its tables', 'Line 1: this is no backup', () => withHeader({ tables: undefined })],
    ['an unknown table', 'Line 1: this Foyer has no table pets', () => withTables({ pets: ['id'] })],
    [
      'an unknown column',
      'Line 1: this Foyer has no column sessions.pet',
      () => withTables({ sessions: ['id', 'pet'] }),
    ],
    [
      'no column that must be there',
      'Line 2: the database refuses this row of sessions (23502 uid)',
      () => withoutColumn('uid'),
    ],
    [
      'a row of an unknown table',
      'Line 650: line 1 names no table pets',
      () => withLine(650, (line) => ({ ...line, table: 'pets' })),
    ],
    [
      'nothing where a value must be',
      'Line 650: the database refuses this row of sessions (23502 uid)',
      () => withRow({ uid: null }),
    ],
    [
      'an id that is none',
      'Line 650: the database refuses this row of sessions (22P02)',
      () => withRow({ id: 'x' }),
    ],
    [
      'a cookie that another row has',
      'Line 650: the database refuses this row of sessions (23505 sessions_token_hash_unique)',
      () => withRow({ token_hash: tokenHashOf('cookie-0') }),
    ],
    ['text no database can hold', 'Line 650: the database refuses this row', () => withRow({ uid: '\0' })],
    ['a line that is no JSON', 'Line 650: this is neither a row', () => withLine(650, () => '{"table":')],
    ['a row after the end', `Line ${end + 1}: this is neither`, () => [...whole, whole[1] ?? '']],
    [
      'an end that counts other rows',
      `Line ${end - 1}: ${rowCount} rows of sessions were written, and ${rowCount - 1} are here`,
      () => whole.toSpliced(649, 1),
    ],
    ['no end', 'is cut off: its end is missing', () => whole.slice(0, -1)],
    ['the header alone', 'is cut off: its end is missing', () => whole.slice(0, 1)],
    ['no line', 'is empty', () => []],
  ])('refuses %s, and changes nothing', async (_, problem, lines) => {
    expect(await restore(compress(lines()))).toEqual({
      status: 'refused',
      problem: expect.stringContaining(problem),
    })
    expect(await rowsNow()).toEqual(rowCounts({}))
  })

  test.each<[string, string, () => Buffer]>([
    ['a file that was cut off', 'is cut off', () => compress(whole).subarray(0, -5_000)],
    ['a file that is not compressed', 'is damaged, or no backup', () => Buffer.from(whole.join('\n'))],
    ['a file that is no text', 'this is no backup', () => gzipSync(Buffer.from([0x7b, 0xff, 0xfe]))],
  ])('refuses %s, and changes nothing', async (_, problem, content) => {
    expect(await restore(content())).toEqual({
      status: 'refused',
      problem: expect.stringContaining(problem),
    })
    expect(await rowsNow()).toEqual(rowCounts({}))
  })

  test('refuses a file that is not there', async () => {
    const file = newFile()
    expect(await restoreBackup(file)).toMatchObject({ problem: `${file} cannot be read (ENOENT).` })
    expect(existsSync(file)).toBe(false)
  })
})
