import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDataDir } from '../support/data-dir'
import { runCommand, startDatabaseProcess, stopProcesses } from '../support/database/process'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
})

afterEach(async () => {
  await stopProcesses()
  await rm(folder, { recursive: true })
})

const place = (name: string) => join(folder, name)

describe('npm run backup and npm run restore', { timeout: 120_000 }, () => {
  test('name the process that has the embedded database, and wait for nobody', async () => {
    await rm(folder, { recursive: true })
    folder = await createDataDir()
    const owner = startDatabaseProcess(
      `import database from './lib/server/database/database.ts'
        console.log((await database.openDatabase()).status)
        setInterval(() => {}, 1000)`,
      { DATA_DIR: folder },
    )
    await expect.poll(() => owner.output(), { timeout: 60_000 }).toBe('open\n')
    const { code, output } = await runCommand('backup', [place('1.gz')], { DATA_DIR: folder })
    expect(code).toBe(1)
    expect(output).toContain(`is in use by process ${owner.child.pid}`)
    expect(output).toContain('No backup was written.')
    expect(await readdir(folder)).toEqual(['database'])
  })

  test.each<[string, 'backup' | 'restore', string[], string]>([
    ['an option', 'backup', ['--force'], 'npm run backup [-- FILE]'],
    ['no file to restore', 'restore', [], 'npm run restore -- FILE'],
  ])('say how they are called: %s', async (_, name, parameters, usage) => {
    const ran = await runCommand(name, parameters, { DATA_DIR: folder })
    expect(ran).toEqual({ code: 2, output: `Usage: ${usage}\n` })
    expect(await readdir(folder)).toEqual([])
  })

  test('name all wrong settings at once', async () => {
    const settings = { DATA_DIR: folder, PORT: 'x', DATABASE_URL: 'mysql://host' }
    const { code, output } = await runCommand('backup', [place('1.gz')], settings)
    expect(code).toBe(1)
    expect(output).toMatch(/PORT must be.*\n.*DATABASE_URL must start.*\nNo backup was written\.\n$/)
  })
})
