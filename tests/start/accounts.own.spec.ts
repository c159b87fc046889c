/** Two starts with the same data folder: accounts, and how a start ends. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { reservePort } from '../support/ports'
import { descendantsOf, killProcess, stillRunning } from '../support/processes'
import { createDataDir } from '../support/run'
import { type CommandLaunch, launchByCommand, type Site, startByCommand } from '../support/site'

const demo = { email: 'demo@example.com', password: 'foyer-demo' }

async function ask(site: Site, path: string, body: object) {
  const url = `${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/${path}`
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function signIn(site: Site, { email, password }: { email: string; password: string }): Promise<string> {
  const body = { email, password, returnSecureToken: true }
  const answer = await ask(site, 'accounts:signInWithPassword?key=any', body)
  return answer.localId ?? answer.error.message
}

let dataDir: string

/** Its name has spaces in it. */
test.beforeEach(async () => {
  const made = await createDataDir()
  dataDir = `${made} with spaces`
  await rename(made, dataDir)
})

test.afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test('without settings the site and its provider run, and accounts survive Ctrl-C', async () => {
  test.setTimeout(300_000)
  const first = await startByCommand({ dataDir })
  await test.step('both run', () => expectRunning(first))
  const early = await createAccount(first)
  await test.step('an email is shown, with a link', () => expectMailShown(first, early.email))
  await test.step('a second start is refused', () => expectSecondRefused(first))
  await test.step('Ctrl-C ends all', () => expectCtrlCToEndAll(first))

  const databaseUrl = `postgres://foyer:secret@127.0.0.1:${await reservePort()}/foyer`
  const second = await launchByCommand({ dataDir, env: { DATABASE_URL: databaseUrl } })
  await expect.poll(second.isReady, { timeout: 120_000 }).toBe(true)
  await test.step('a token from before counts', async () => {
    const { users } = await ask(second, 'accounts:lookup?key=any', { idToken: early.idToken })
    expect(users).toMatchObject([{ localId: early.userId }])
  })
  expect(await signIn(second, early)).toBe(early.userId)
  expect(await signIn(second, demo)).toBe('demo')
  await test.step('while PostgreSQL is away all runs, and the log says so', () => expectDatabaseAway(second))
  await test.step('when the provider dies all ends, and says so', () => expectProviderToEndAll(second))
})

async function expectRunning(site: Site): Promise<void> {
  const config = await (await fetch(`${site.url}/api/config`)).json()
  expect(config).toMatchObject({ identity: { projectId: 'demo-foyer' }, emulatorUrl: site.emulatorUrl })
  expect((await fetch(site.emulatorUrl)).status).toBe(200)
  for (const words of [site.url, site.emulatorUrl, demo.email, demo.password, 'Ctrl-C'])
    expect(site.output()).toContain(words)
  expect(site.output(), 'people are told of one address').not.toContain('127.0.0.1')
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

/** With a provider of its own, so that it starts no emulator. */
async function expectSecondRefused(first: Site): Promise<void> {
  const env = { FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"foyer-second"}' }
  const second = await launchByCommand({ dataDir, env })
  expect(await second.ended).toBe(1)
  const [, owner] = /database is in use by process (\d+)/.exec(second.output()) ?? []
  expect(descendantsOf(first.processId).map(({ id }) => id)).toContain(Number(owner))
  expect((await fetch(first.url)).status).toBe(200)
  expect(existsSync(join(dataDir, 'database', 'lock'))).toBe(true)
}

/** A terminal may send the signal twice. */
async function expectCtrlCToEndAll(site: Site): Promise<void> {
  const started = descendantsOf(site.processId)
  expect(started.length).toBeGreaterThanOrEqual(2)
  const stopped = site.stop('SIGINT')
  await site.stop('SIGINT')
  expect(await stopped).toBe(0)
  expect(stillRunning(started)).toEqual([])
  for (const url of [site.url, site.emulatorUrl]) await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(join(dataDir, 'database', 'lock'))).toBe(false)
}

async function expectDatabaseAway(site: Site): Promise<void> {
  expect((await fetch(site.url)).status).toBe(200)
  const wentAway = { event: 'database.went-away', code: 'ECONNREFUSED' }
  await expect.poll(() => site.records()).toContainEqual(expect.objectContaining(wentAway))
  expect(JSON.stringify(site.records()) + site.output()).not.toContain('secret')
}

async function expectProviderToEndAll(launch: CommandLaunch): Promise<void> {
  const started = descendantsOf(launch.processId)
  killProcess(started, /firebase/)
  expect(await launch.ended).toBe(137)
  expect(launch.output()).toContain('The Auth emulator was stopped by SIGKILL')
  expect(stillRunning(started)).toEqual([])
}
