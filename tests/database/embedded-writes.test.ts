/** What an embedded database has acknowledged is on the disk. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDataDir } from '../support/data-dir'
import { countRows, runInDatabase, stopProcesses, waitForOutput } from '../support/database/process'

// Other programs of this machine may be at work: the limit is only there to end what hangs.
vi.setConfig({ testTimeout: 120_000 })

let dataDir = ''

beforeEach(async () => {
  dataDir = await createDataDir()
})

afterEach(async () => {
  await stopProcesses()
  await rm(dataDir, { recursive: true })
})

/** Opens sessions for ever, and says of each that it was acknowledged. */
const write = `
  await database.openDatabase()
  const now = new Date()
  for (let n = 0; ; n++) {
    const tokenHash = database.tokenHashOf(process.pid + '-' + n)
    const done = await database.insertSession({ tokenHash, userId: 'writer', expiresAt: now, userAgent: null, now })
    if (done.status === 'inserted') process.stdout.write('+')
  }`

test('what was acknowledged survives kill -9 in the middle of writes, again and again', async () => {
  let acknowledged = 0
  for (const writes of [40, 1]) {
    const writer = runInDatabase(dataDir, write)
    await waitForOutput(writer, '+'.repeat(writes))
    writer.child.kill('SIGKILL')
    await writer.ended
    acknowledged += writer.output().length
  }
  const reader = runInDatabase(dataDir, countRows)
  expect(await reader.ended).toBe(0)
  const found = Number(reader.output().replace('rows ', ''))
  // The last write of each may have been made without anybody having heard of it.
  expect(found).toBeGreaterThanOrEqual(acknowledged)
  expect(found).toBeLessThanOrEqual(acknowledged + 2)
  expect(acknowledged).toBeGreaterThan(30)
})

test('has a commit on the disk before it is acknowledged, and is given back when the process ends', async () => {
  const counted = runInDatabase(
    dataDir,
    `
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
    process.exit(0)`,
  )
  expect(await counted.ended).toBe(0)
  const [, syncs, isLocked] = /^syncs (\d+) (\w+)\n$/.exec(counted.output()) ?? []
  expect(Number(syncs)).toBeGreaterThanOrEqual(10)
  expect(isLocked).toBe('true')
  expect(existsSync(join(dataDir, 'database', 'lock'))).toBe(false)
})
