import { readdir, rm } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand, runInDatabase } from '../support/database/process'
import { createDataDir } from '../support/run'
import { setUpFolder } from './setup'

const at = setUpFolder()

describe('npm run backup, restore, forget and people', { timeout: 120_000 }, () => {
  test('name the process that owns the embedded database, without waiting', async () => {
    const dataDir = await createDataDir()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const owner = runInDatabase(
      dataDir,
      `console.log((await database.openDatabase()).status); setInterval(() => {}, 1000)`,
    )
    await expect.poll(owner.output, { timeout: 60_000 }).toBe('open\n')
    for (const [name, parameters, words] of [
      ['backup', [at('1.gz')], 'No backup was written.'],
      ['forget', ['ada'], 'Nothing was deleted.'],
      ['people', ['find', 'ada', '--reason', 'asked'], 'Stop that'],
    ] as const) {
      const settings = { DATA_DIR: dataDir, FIREBASE_WEBAPP_CONFIG: '{"apiKey":"a","projectId":"foyer"}' }
      const { code, output } = await runCommand(name, [...parameters], settings)
      expect(code).toBe(1)
      expect(output).toContain(`is in use by process ${owner.child.pid}`)
      expect(output).toContain(words)
    }
    expect(await readdir(at())).toEqual([])
  })

  const people =
    'npm run people -- find|show|sign-out|address|give EMAIL|PHONE|USER_ID [NEW_EMAIL|OTHER] --reason TEXT'
  test.each<['backup' | 'restore' | 'forget' | 'people', string[], string]>([
    ['backup', ['--force'], 'npm run backup [-- FILE]'],
    ['restore', [], 'npm run restore -- FILE'],
    ['forget', [], 'npm run forget -- USER_ID'],
    ['people', ['delete', 'ada', '--reason', 'asked'], people],
    ['people', ['show', 'ada'], people],
    ['people', ['address', 'ada', 'new', '--reason', 'asked'], people],
    ['people', ['give', 'ada', '--reason', 'asked'], people],
    ['people', ['show', 'ada', '--reason', ' '], people],
    ['people', ['show', 'ada', '--reason', 'a'.repeat(201)], people],
    ['people', ['show', 'ada', '--reason', 'a\u001b[2J'], people],
  ])('%s with wrong arguments prints its usage', async (name, parameters, usage) => {
    const ran = await runCommand(name, parameters, { DATA_DIR: at() })
    expect(ran).toEqual({ code: 2, output: `Usage: ${usage}\n` })
    expect(await readdir(at())).toEqual([])
  })

  test('forget says what it deleted of a user, or that nothing is stored', async () => {
    const dataDir = await createDataDir()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const account = "{ providerUserId: 'ada', createdAt: new Date(), email: null, emailVerified: false }"
    const adding = `await database.knowAccount(${account}); await database.closeDatabase()`
    expect(await runInDatabase(dataDir, adding).ended).toBe(0)
    const forget = async (userId: string) => runCommand('forget', [userId], { DATA_DIR: dataDir })
    expect(await forget('bob')).toEqual({
      code: 1,
      output: 'Nothing is stored of a user bob.\nNothing was deleted.\n',
    })
    const deleted = await forget('ada')
    expect(deleted.output).toMatch(/1 row of accounts\b.* deleted, all that belonged to ada\n$/)
    expect(deleted.code).toBe(0)
  })
})
