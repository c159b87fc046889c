import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeBackup } from '@/lib/server/backup/backup'
import { restoreBackup } from '@/lib/server/backup/restore'
import { forgetAccount } from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { tokenHashOf } from '@/lib/server/database/ids'
import { insertSession } from '@/lib/server/database/new-session'
import { deleteEndedSessions, findSession } from '@/lib/server/database/sessions'
import { compress, linesOf, refusal, rowCounts } from './backup-lines'
import { setUpEmbedded, setUpFolder } from './setup'
import { createAccount } from './store-fixtures'

/** More than one statement, so that some rows are written before a later one is refused. */
const rowCount = 700
const now = new Date('2031-05-06T07:08:09.123Z')

setUpEmbedded()
const at = setUpFolder()
let whole: string[] = []

async function clear(): Promise<void> {
  await deleteEndedSessions(() => false, new Date('2040-01-01'))
}
afterEach(clear)

beforeEach(async () => {
  if (whole.length > 0) return
  const session = { tokenHash: tokenHashOf('cookie'), userAgent: 'Browser/1', expiresAt: now, now }
  await insertSession({ ...session, ...(await createAccount('Zoë')) })
  await queryDatabase((queries) => forgetAccount(queries, 'Zoë'))
  await writeBackup(at('first.gz'), now)
  const [header = '', line = ''] = linesOf(await readFile(at('first.gz')))
  const { row, ...more } = JSON.parse(line)
  const rows = Array.from({ length: rowCount }, (_, n) => ({
    ...{ ...row, id: randomUUID(), token_hash: tokenHashOf(`cookie-${n}`), uid: `Zoë \u2028 ${n}` },
  }))
  const lines = rows.map((one) => JSON.stringify({ ...more, row: one }))
  whole = [header, ...lines, JSON.stringify({ rows: rowCounts({ sessions: rowCount }) })]
  await clear()
}, 120_000)

async function rowsNow(): Promise<unknown> {
  return writeBackup(at(`${randomUUID()}.gz`))
}

async function restore(content: Buffer) {
  await writeFile(at('backup.gz'), content)
  return restoreBackup(at('backup.gz'))
}

// biome-ignore lint/suspicious/noExplicitAny: the content of a line, to be changed
type Change = (content: any) => unknown

/** The whole backup with one line changed; the first is number 1. */
function withLine(number: number, change: Change): string[] {
  const content = JSON.parse(whole[number - 1] ?? '')
  const changed = change(content) ?? content
  return whole.with(number - 1, typeof changed === 'string' ? changed : JSON.stringify(changed))
}

const withHeader = (more: object) => withLine(1, (header) => ({ ...header, ...more }))
const withTables = (more: object) => withLine(1, (header) => Object.assign(header.tables, more) && header)
const withRow = (row: object) => withLine(650, (line) => ({ ...line, row: { ...line.row, ...row } }))
const end = rowCount + 2

/** Without a column, in the header and in all rows. */
function withoutColumn(name: string): string[] {
  const lines = whole.map((line) => JSON.parse(line))
  lines[0].tables.sessions = lines[0].tables.sessions.filter((column: string) => column !== name)
  for (const { row } of lines) if (row) delete row[name]
  return lines.map((line) => JSON.stringify(line))
}

describe('a restore', { timeout: 60_000 }, () => {
  test('brings back each session, and only into an empty database', async () => {
    const rows = rowCounts({ sessions: rowCount })
    expect(await restore(compress(whole))).toEqual(rows)
    const session = { userId: 'Zoë \u2028 42', userAgent: 'Browser/1', expiresAt: now, revokedAt: null }
    expect(await findSession(tokenHashOf('cookie-42'))).toMatchObject(session)
    await expect(restore(compress(whole))).rejects.toMatchObject(refusal(`sessions has ${rowCount} rows`))
    expect(await rowsNow()).toEqual(rows)
  })

  test('accepts a backup without a nullable column', async () => {
    await restore(compress(withoutColumn('user_agent')))
    expect(await findSession(tokenHashOf('cookie-42'))).toMatchObject({ expiresAt: now, userAgent: null })
  })

  const refused = 'Line 650: the database refuses this row of sessions'
  test.each<[what: string, problem: string, content: () => string[] | Buffer]>([
    ['another format', 'Line 1: this is no backup', () => withHeader({ format: 'other' })],
    ['a newer format', 'Line 1: a newer release wrote this', () => withHeader({ version: 2 })],
    [
      'tables of a newer release',
      'Line 1: a newer release wrote this (0999_later)',
      () => withHeader({ schema: { migrations: 999, last: '0999_later' } }),
    ],
    [
      'tables of another history',
      'Line 1: another program than this one wrote this (0000_other)',
      () => withHeader({ schema: { migrations: 1, last: '0000_other' } }),
    ],
    ['a header without tables', 'Line 1: this is no backup', () => withHeader({ tables: undefined })],
    ['an unknown table', 'Line 1: this release has no table pets', () => withTables({ pets: ['id'] })],
    [
      'an unknown column',
      'Line 1: this release has no column sessions.pet',
      () => withTables({ sessions: ['id', 'pet'] }),
    ],
    [
      'a missing column that is required',
      'Line 2: the database refuses this row of sessions (23502 uid)',
      () => withoutColumn('uid'),
    ],
    [
      'a row of an unknown table',
      'Line 650: line 1 names no table pets',
      () => withLine(650, (line) => ({ ...line, table: 'pets' })),
    ],
    ['null for a required value', `${refused} (23502 uid)`, () => withRow({ uid: null })],
    [
      'a cookie of another row',
      `${refused} (23505 sessions_token_hash_unique)`,
      () => withRow({ token_hash: tokenHashOf('cookie-0') }),
    ],
    ['a line that isn’t JSON', 'Line 650: this is neither a row', () => withLine(650, () => '{"table":')],
    ['a row after the end', `Line ${end + 1}: this is neither`, () => [...whole, whole[1] ?? '']],
    [
      'an end with other row counts',
      `Line ${end - 1}: ${rowCount} rows of sessions were written, and ${rowCount - 1} are here`,
      () => whole.toSpliced(649, 1),
    ],
    ['no line', 'is empty', () => []],
    ['no end', 'is cut off: its end is missing', () => whole.slice(0, -1)],
    ['a truncated file', 'is cut off', () => compress(whole).subarray(0, -5_000)],
    ['an uncompressed file', 'is damaged, or no backup', () => Buffer.from(whole.join('\n'))],
  ])('refuses %s, and changes nothing', async (_, problem, make) => {
    const content = make()
    const restoring = restore(Buffer.isBuffer(content) ? content : compress(content))
    await expect(restoring).rejects.toMatchObject(refusal(problem))
    expect(await rowsNow()).toEqual(rowCounts({}))
  })

  test('refuses a file that doesn’t exist', async () => {
    const file = at('none.gz')
    await expect(restoreBackup(file)).rejects.toMatchObject(refusal(`${file} cannot be read (ENOENT).`))
  })
})
