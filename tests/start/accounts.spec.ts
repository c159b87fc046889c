import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { launchByCommand, startByCommand } from '../support/command-site'
import { descendantsOf, stillRunning } from '../support/processes'
import type { Site } from '../support/site'

test.describe.configure({ timeout: 180_000 })

const demo = { email: 'demo@example.com', password: 'foyer-demo' }

async function signIn(site: Site, { email, password }: { email: string; password: string }): Promise<string> {
  const url = `${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`
  const body = JSON.stringify({ email, password, returnSecureToken: true })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await response.json()
  return answer.localId ?? answer.error.message
}

async function deleteAccount(site: Site, localId: string): Promise<void> {
  const url = `${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/demo-foyer/accounts:delete`
  const headers = { 'content-type': 'application/json', authorization: 'Bearer owner' }
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ localId }) })
}

let dataDir: string

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer data '))
})

test.afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test('accounts outlive the start command, and a deleted demo account stays deleted', async () => {
  const first = await startByCommand({ dataDir })
  const account = await createAccount(first)
  const demoId = await signIn(first, demo)
  await deleteAccount(first, demoId)
  expect(await first.stop()).toBe(0)

  const second = await startByCommand({ dataDir })
  expect(await signIn(second, account)).toBe(account.userId)
  expect(await signIn(second, demo)).toBe('EMAIL_NOT_FOUND')
  expect(second.output()).not.toContain(demo.email)

  const third = await launchByCommand({ dataDir })
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(`${dataDir}/auth-emulator is in use by process ${second.processId}`)
  expect(await second.stop()).toBe(0)
})

test('accounts are saved while the site runs, so that kill -9 loses the last moments only', async () => {
  const first = await startByCommand({ dataDir, parameters: ['--export-seconds=1'] })
  const account = await createAccount(first)
  const saved = join(dataDir, 'auth-emulator', 'accounts', 'auth_export', 'accounts.json')
  const isSaved = () =>
    readFile(saved, 'utf8').then(
      (text) => text.includes(account.userId),
      () => false,
    )
  await expect.poll(isSaved, { timeout: 30_000 }).toBe(true)
  const started = descendantsOf(first.processId)
  await first.stop('SIGKILL')
  await expect.poll(() => stillRunning(started), { timeout: 15_000 }).toEqual([])

  const second = await startByCommand({ dataDir })
  expect(await signIn(second, account)).toBe(account.userId)
  expect(await signIn(second, demo)).not.toBe('EMAIL_NOT_FOUND')
  await second.stop()
})
