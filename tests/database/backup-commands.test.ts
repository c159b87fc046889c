import { readdir, rm } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDataDir } from '../support/data-dir'
import { runCommand, runInDatabase, waitForOutput } from '../support/database/process'
import { setUpFolder } from './setup'

const at = setUpFolder()

describe('npm run backup and npm run restore', { timeout: 120_000 }, () => {
  test('name the process that owns the embedded database, without waiting', async () => {
    const dataDir = await createDataDir()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const owner = runInDatabase(
      dataDir,
      `console.log((await database.openDatabase()).status); setInterval(() => {}, 1000)`,
    )
    await waitForOutput(owner, 'open\n')
    const { code, output } = await runCommand('backup', [at('1.gz')], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`is in use by process ${owner.child.pid}`)
    expect(output).toContain('No backup was written.')
    expect(await readdir(at())).toEqual([])
  })

  test.each<['backup' | 'restore', string[], string]>([
    ['backup', ['--force'], 'npm run backup [-- FILE]'],
    ['restore', [], 'npm run restore -- FILE'],
  ])('%s with wrong arguments prints its usage', async (name, parameters, usage) => {
    const ran = await runCommand(name, parameters, { DATA_DIR: at() })
    expect(ran).toEqual({ code: 2, output: `Usage: ${usage}\n` })
    expect(await readdir(at())).toEqual([])
  })

  test('name all wrong settings together', async () => {
    const settings = { DATA_DIR: at(), PORT: 'x', DATABASE_URL: 'mysql://host' }
    const { code, output } = await runCommand('backup', [at('1.gz')], settings)
    expect(code).toBe(1)
    expect(output).toMatch(/PORT must be.*\n.*DATABASE_URL must start.*\nNo backup was written\.\n$/)
  })
})
