/** Who may use an embedded database, and how one is made. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDataDir } from '../support/data-dir'
import { countRows, runInDatabase, stopProcesses, waitForOutput } from '../support/database/process'

// Other programs of this machine may be at work: the limit is only there to end what hangs.
vi.setConfig({ testTimeout: 120_000 })

let dataDir = ''

afterEach(async () => {
  await stopProcesses()
  await rm(dataDir, { recursive: true })
})

const open = `console.log(JSON.stringify(await database.openDatabase()))`
const hold = `${open}; setInterval(() => {}, 1000)`

// What a second is told while the first runs is in `backup-commands`.
test('an embedded database has one owner: once that was killed, one of several gets it', async () => {
  dataDir = await createDataDir()
  const owner = runInDatabase(dataDir, hold)
  await waitForOutput(owner, 'open')
  owner.child.kill('SIGKILL')
  await owner.ended
  const rivals = Array.from({ length: 2 }, () => runInDatabase(dataDir, hold))
  await Promise.all(rivals.map((rival) => waitForOutput(rival, 'status')))
  expect(rivals.filter((rival) => rival.output().includes('"open"'))).toHaveLength(1)
  expect(rivals.filter((rival) => rival.output().includes('"unusable"'))).toHaveLength(1)
})

test('opens whatever the environment tells other programs about a server', async () => {
  dataDir = await createDataDir()
  const elsewhere = {
    PGHOST: 'elsewhere',
    PGUSER: 'nobody',
    PGDATABASE: 'nothing',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
  }
  const process = runInDatabase(dataDir, open, elsewhere)
  expect(await process.ended).toBe(0)
  expect(process.output()).toBe('{"status":"open"}\n')
})

describe('an embedded database that is made', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'foyer-embedded-'))
  })

  test('killed while it is being made, it is made again', async () => {
    const first = runInDatabase(dataDir, hold)
    while (!existsSync(join(dataDir, 'database', 'cluster', 'PG_VERSION')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    first.child.kill('SIGKILL')
    await first.ended
    expect(existsSync(join(dataDir, 'database', 'unfinished'))).toBe(true)
    const second = runInDatabase(dataDir, countRows)
    expect(await second.ended).toBe(0)
    expect(second.output()).toBe('rows 0\n')
  })

  test('a folder of another major version of PostgreSQL is named, and left as it is', async () => {
    await mkdir(join(dataDir, 'database', 'cluster'), { recursive: true })
    await writeFile(join(dataDir, 'database', 'cluster', 'PG_VERSION'), '17\n')
    const process = runInDatabase(dataDir, open)
    expect(await process.ended).toBe(0)
    expect(process.output()).toMatch(/unusable.*was written by PostgreSQL 17.*DATA_DIR/)
    expect(await readFile(join(dataDir, 'database', 'cluster', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test('a folder that cannot be made is named', async () => {
    await writeFile(join(dataDir, 'file'), '')
    const process = runInDatabase(join(dataDir, 'file'), open)
    expect(await process.ended).toBe(0)
    expect(process.output()).toMatch(/unusable.*cannot be written \(ENOTDIR\).*DATA_DIR/)
  })
})
