/** The creation of an embedded database, and its writes on disk. `lock` has how the lock is taken over. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { embeddedFolder, openEmbedded } from '@/lib/server/database/embedded'
import { readMigrations } from '@/lib/server/database/migrations'
import { runInDatabase } from '../support/database/process'
import { createDataDir } from '../support/run'
import { setUpFolder } from './setup'

// Generous, for a busy machine: it only ends what hangs.
vi.setConfig({ testTimeout: 300_000 })

const at = setUpFolder()

const open = (dataDir: string) => openEmbedded(embeddedFolder(dataDir), readMigrations())

test('a folder of another major version of PostgreSQL is refused and stays unchanged', async () => {
  const version = at('database', 'cluster', 'PG_VERSION')
  await mkdir(at('database', 'cluster'), { recursive: true })
  await writeFile(version, '17\n')
  await expect(open(at())).rejects.toThrow(/was written by PostgreSQL 17.*DATA_DIR/)
  expect(await readFile(version, 'utf8')).toBe('17\n')
})

test('a folder that can’t be created is named', async () => {
  await writeFile(at('file'), '')
  await expect(open(at('file'))).rejects.toThrow(/cannot be written \(ENOTDIR\).*DATA_DIR/)
})

/** Signs in in a loop, ten times at once, with a line for each acknowledged write. */
const write = `
  await database.openDatabase()
  const now = new Date()
  const createdAt = new Date(0)
  const providerUserId = 'writer'
  const account = { userId: 'writer', providerUserId, authenticatedAt: now, credential: null }
  await database.knowAccount({ providerUserId, createdAt, email: null, emailVerified: false })
  const write = async () => {
    for (;;) {
      const cookie = crypto.randomUUID()
      const session = { ...account, tokenHash: database.tokenHashOf(cookie), expiresAt: now, userAgent: null, now }
      if ((await database.insertSession(session)).status === 'inserted') console.log('session', cookie)
    }
  }
  for (let n = 0; n < 10; n++) void write()`

const findLost = (writes: string[]) => `
  const lost = []
  for (const line of ${JSON.stringify(writes)}) {
    const [, cookie] = line.split(' ')
    if (!(await database.findSession(database.tokenHashOf(cookie)))) lost.push(line)
  }
  console.log(JSON.stringify(lost))`

/** Whole lines only: the kill may cut the last one. */
const writesIn = (output: string) => output.match(/^session .+(?=\n)/gm) ?? []

async function outputOf(dataDir: string, body: string, settings?: Record<string, string>): Promise<string> {
  const run = runInDatabase(dataDir, body, settings)
  expect(await run.ended).toBe(0)
  return run.output()
}

test('killed while it is created, it is created again, and acknowledged writes survive kill -9', async () => {
  const first = runInDatabase(at(), write)
  while (!existsSync(at('database', 'cluster', 'PG_VERSION')))
    await new Promise((resolve) => setTimeout(resolve, 5))
  first.child.kill('SIGKILL')
  await first.ended
  expect(existsSync(at('database', 'unfinished'))).toBe(true)
  const acknowledged: string[] = []
  for (const writes of [20, 1]) {
    const writer = runInDatabase(at(), write)
    await expect
      .poll(() => writesIn(writer.output()).length, { timeout: 120_000 })
      .toBeGreaterThanOrEqual(writes)
    writer.child.kill('SIGKILL')
    await writer.ended
    acknowledged.push(...writesIn(writer.output()))
  }
  expect(await outputOf(at(), findLost(acknowledged))).toBe('[]\n')
})

/** For PostgreSQL's driver, which must not follow them here. */
const elsewhere = {
  ...{ PGHOST: 'elsewhere', PGUSER: 'nobody', PGDATABASE: 'nothing' },
  ...{ PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct' },
}

test('a commit is on disk before it is acknowledged, and an exit releases the lock', async () => {
  const dataDir = await createDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const output = await outputOf(
    dataDir,
    `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let syncs = 0
    const fsyncSync = fs.fsyncSync
    fs.fsyncSync = (file) => { syncs++; fsyncSync(file) }
    syncBuiltinESMExports()
    await database.openDatabase()
    const now = new Date()
    const providerUserId = 'writer'
    await database.knowAccount({ providerUserId, createdAt: now, email: null, emailVerified: false })
    const account = { userId: 'writer', providerUserId, authenticatedAt: now, credential: null }
    syncs = 0
    for (let n = 0; n < 10; n++)
      await database.insertSession({ ...account, tokenHash: String(n), expiresAt: now, userAgent: null, now })
    console.log('syncs', syncs, fs.existsSync('${dataDir}/database/lock'))
    process.exit(0)`,
    elsewhere,
  )
  const [, syncs, isLocked] = /^syncs (\d+) (\w+)\n$/.exec(output) ?? []
  expect(Number(syncs)).toBeGreaterThanOrEqual(10)
  expect(isLocked).toBe('true')
  expect(existsSync(join(dataDir, 'database', 'lock'))).toBe(false)
})
