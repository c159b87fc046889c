import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newDataDir } from '../support/data-dir'
import { type DatabaseProcess, endProcesses, openDatabaseProcess } from '../support/database/process'

let dataDir = ''

// Other programs of this machine may be at work: the limits are only there to end what hangs.
afterEach(async () => {
  await endProcesses()
  await rm(dataDir, { recursive: true })
})

function run(body: string, settings: Record<string, string> = {}): DatabaseProcess {
  return openDatabaseProcess(`${imports}\n${body}`, { DATA_DIR: dataDir, ...settings })
}

async function saying(process: DatabaseProcess, words: string): Promise<void> {
  while (!process.output().includes(words)) {
    const next = await Promise.race([process.ended, new Promise((resolve) => setTimeout(resolve, 20, 'on'))])
    if (next !== 'on' && !process.output().includes(words)) throw new Error(process.output())
  }
}

const imports = `import database from './lib/server/database/database.ts'`
const open = `console.log(JSON.stringify(await database.openDatabase()))`
const hold = `${open}; setInterval(() => {}, 1000)`
const countRows = `console.log('rows', (await database.listSessions('writer', new Date(0))).length)`

/** Opens sessions for ever, and says of each that it was acknowledged. */
const write = `
  await database.openDatabase()
  const now = new Date()
  for (let n = 0; ; n++) {
    const tokenHash = database.tokenHashOf(process.pid + '-' + n)
    const done = await database.insertSession({ tokenHash, userId: 'writer', expiresAt: now, userAgent: null, now })
    if (done.status === 'inserted') process.stdout.write('+')
  }`

describe('an embedded database that is there', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    dataDir = await newDataDir()
  })

  test('what was acknowledged survives kill -9 in the middle of writes, again and again', async () => {
    let acknowledged = 0
    for (const writes of [40, 1]) {
      const writer = run(write)
      await saying(writer, '+'.repeat(writes))
      writer.child.kill('SIGKILL')
      await writer.ended
      acknowledged += writer.output().length
    }
    const reader = run(countRows)
    expect(await reader.ended).toBe(0)
    const found = Number(reader.output().replace('rows ', ''))
    // The last write of each may have been made without anybody having heard of it.
    expect(found).toBeGreaterThanOrEqual(acknowledged)
    expect(found).toBeLessThanOrEqual(acknowledged + 2)
    expect(acknowledged).toBeGreaterThan(30)
  })

  test('has a commit on the disk before it is acknowledged, and is given back when the process ends', async () => {
    const counted = run(`
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      let syncs = 0
      const fsyncSync = fs.fsyncSync
      fs.fsyncSync = (file) => { syncs++; fsyncSync(file) }
      syncBuiltinESMExports()
      await database.openDatabase()
      syncs = 0
      for (let n = 0; n < 10; n++) {
        const now = new Date()
        await database.insertSession({ tokenHash: String(n), userId: 'writer', expiresAt: now, userAgent: null, now })
      }
      console.log('syncs', syncs, fs.existsSync('${dataDir}/database/lock'))
      process.exit(0)`)
    expect(await counted.ended).toBe(0)
    const [, syncs, isLocked] = /^syncs (\d+) (\w+)\n$/.exec(counted.output()) ?? []
    expect(Number(syncs)).toBeGreaterThanOrEqual(10)
    expect(isLocked).toBe('true')
    expect(existsSync(join(dataDir, 'database', 'lock'))).toBe(false)
  })

  test('has one owner: a second is told who it is; once that was killed, of several at once one gets it', async () => {
    const owner = run(hold)
    await saying(owner, 'open')
    const second = run(open)
    expect(await second.ended).toBe(0)
    expect(second.output()).toContain('unusable')
    expect(second.output()).toContain(`${dataDir}/database is in use by process ${owner.child.pid}`)
    expect(owner.child.exitCode).toBeNull()
    owner.child.kill('SIGKILL')
    await owner.ended
    const rivals = Array.from({ length: 3 }, () => run(hold))
    await Promise.all(rivals.map((rival) => saying(rival, 'status')))
    expect(rivals.filter((rival) => rival.output().includes('"open"'))).toHaveLength(1)
  })
})

describe('an embedded database that is made', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'foyer-embedded-'))
  })

  test('killed while it is being made, it is made anew', async () => {
    const first = run(hold)
    while (!existsSync(join(dataDir, 'database', 'cluster', 'PG_VERSION')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    first.child.kill('SIGKILL')
    await first.ended
    expect(existsSync(join(dataDir, 'database', 'unfinished'))).toBe(true)
    const second = run(countRows)
    expect(await second.ended).toBe(0)
    expect(second.output()).toBe('rows 0\n')
  })

  test('a folder of another major version of PostgreSQL is named, and left as it is', async () => {
    await mkdir(join(dataDir, 'database', 'cluster'), { recursive: true })
    await writeFile(join(dataDir, 'database', 'cluster', 'PG_VERSION'), '17\n')
    const process = run(open)
    expect(await process.ended).toBe(0)
    expect(process.output()).toMatch(/unusable.*was written by PostgreSQL 17.*DATA_DIR/)
    expect(await readFile(join(dataDir, 'database', 'cluster', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test('a folder that cannot be made is named', async () => {
    await writeFile(join(dataDir, 'file'), '')
    const process = run(open, { DATA_DIR: join(dataDir, 'file') })
    expect(await process.ended).toBe(0)
    expect(process.output()).toMatch(/unusable.*cannot be written \(ENOTDIR\).*DATA_DIR/)
  })
})
