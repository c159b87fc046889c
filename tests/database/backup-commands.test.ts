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
    ['forget', [], 'npm run forget -- USER_ID [--yes]'],
    ['people', ['delete', 'ada', '--reason', 'asked'], people],
    ['people', ['show', 'ada'], people],
    ['people', ['show', 'ada', 'more', '--reason', 'asked'], people],
    ['people', ['show', 'ada', '--reason', 'asked', 'by', 'phone'], people],
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

  test('forget shows what is stored of a user and since when, and deletes it with --yes alone', async () => {
    const dataDir = await createDataDir()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const createdAt = "new Date('2026-11-30T10:00:00.123Z')"
    const account = `{ providerUserId: 'ada', createdAt: ${createdAt}, email: null, emailVerified: false }`
    const adding = `await database.knowAccount(${account}); await database.closeDatabase()`
    expect(await runInDatabase(dataDir, adding).ended).toBe(0)
    const forget = async (...parameters: string[]) => runCommand('forget', parameters, { DATA_DIR: dataDir })
    expect(await forget('bob', '--yes')).toEqual({
      code: 1,
      output: 'Nothing is stored of a user bob.\nNothing was deleted.\n',
    })
    const stored =
      /^User ada, account of 2026-11-30T10:00:00.123Z, last seen at an unknown time: .*1 row of accounts\b/
    const shown = await forget('ada')
    expect([shown.code, shown.output]).toEqual([0, expect.stringMatching(stored)])
    expect(shown.output).toContain('\nNothing was deleted.')
    const deleted = await forget('ada', '--yes')
    expect([deleted.code, deleted.output]).toEqual([0, expect.stringMatching(stored)])
    expect(deleted.output).toMatch(/\nDeleted\.\n$/)
    expect((await forget('ada')).output).toContain('Nothing is stored')
  })
})
