/** Accounts across three starts with the same data folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { launchByCommand, startByCommand } from '../support/command-site'
import { descendantsOf, killProcess, stillRunning } from '../support/processes'
import type { Site } from '../support/site'

const demo = { email: 'demo@example.com', password: 'foyer-demo' }

async function ask(site: Site, path: string, body: object, headers: Record<string, string> = {}) {
  const url = `${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/${path}`
  const json = { 'content-type': 'application/json', ...headers }
  return (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()
}

async function signIn(site: Site, { email, password }: { email: string; password: string }): Promise<string> {
  const body = { email, password, returnSecureToken: true }
  const answer = await ask(site, 'accounts:signInWithPassword?key=any', body)
  return answer.localId ?? answer.error.message
}

const deleteAccount = (site: Site, localId: string) =>
  ask(site, 'projects/demo-foyer/accounts:delete', { localId }, { authorization: 'Bearer owner' })

let dataDir: string

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer data '))
})

test.afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test('without any setting the site and its identity provider run, and the accounts of before outlive Ctrl-C and kill -9', async () => {
  test.setTimeout(300_000)
  const first = await startByCommand({ dataDir })
  await expectRunning(first)
  const early = await createAccount(first)
  await expectMailShown(first, early.email)
  await deleteAccount(first, await signIn(first, demo))
  await expectSecondRefused(first)
  await expectCtrlCToEndAll(first)

  const second = await startByCommand({ dataDir })
  expect(await signIn(second, early)).toBe(early.userId)
  expect(second.output(), 'a deleted demo account stays deleted').not.toContain(demo.email)
  expect(await signIn(second, demo)).toBe('EMAIL_NOT_FOUND')
  const started = descendantsOf(second.processId)
  await second.stop('SIGKILL')
  await expect.poll(() => stillRunning(started), { timeout: 15_000 }).toEqual([])

  const third = await launchByCommand({ dataDir })
  await expect.poll(third.isReady, { timeout: 120_000 }).toBe(true)
  expect(await signIn(third, early)).toBe(early.userId)
  const inThird = descendantsOf(third.processId)
  killProcess(inThird, /firebase/)
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain('The Auth emulator was stopped by SIGKILL')
  await expect.poll(() => stillRunning(inThird)).toEqual([])
})

async function expectRunning(site: Site): Promise<void> {
  const config = await (await fetch(`${site.url}/api/config`)).json()
  expect(config).toMatchObject({ identity: { projectId: 'demo-foyer' }, emulatorUrl: site.emulatorUrl })
  expect((await fetch(site.emulatorUrl)).status).toBe(200)
  for (const words of [site.url, site.emulatorUrl, demo.email, demo.password, 'Ctrl-C'])
    expect(site.output()).toContain(words)
}

/** Emails the emulator doesn't send are shown in the terminal, with a link to the site's own page. */
async function expectMailShown(site: Site, email: string): Promise<void> {
  await ask(site, 'accounts:sendOobCode?key=any', { requestType: 'PASSWORD_RESET', email })
  const lines = () => site.output().split('\n')
  const line = () => lines().find((printed) => printed.includes(email))
  await expect.poll(line).toBeTruthy()
  const link = new URL(/http\S+$/.exec(line() ?? '')?.[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${site.url}/auth/action`)
  expect([...link.searchParams.keys()].sort()).toEqual(['apiKey', 'lang', 'mode', 'oobCode'])
  expect(link.searchParams.get('mode')).toBe('resetPassword')
}

async function expectSecondRefused(first: Site): Promise<void> {
  const second = await launchByCommand({ dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('database is in use by process')
  expect((await fetch(first.url)).status).toBe(200)
}

/** A terminal may send the signal twice. */
async function expectCtrlCToEndAll(site: Site): Promise<void> {
  const started = descendantsOf(site.processId)
  expect(started.length).toBeGreaterThanOrEqual(2)
  const stopped = site.stop('SIGINT')
  await site.stop('SIGINT')
  expect(await stopped).toBe(0)
  // The leash's shell is killed last and takes a moment to exit.
  await expect.poll(() => stillRunning(started)).toEqual([])
  for (const url of [site.url, site.emulatorUrl]) await expect(fetch(url)).rejects.toThrow()
}
