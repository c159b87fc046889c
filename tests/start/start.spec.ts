import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../scripts/start/ports'
import { launchByCommand, type StartOptions, startByCommand } from '../support/command-site'
import { descendantsOf, killProcess, stillRunning } from '../support/processes'

test.describe.configure({ timeout: 180_000 })

/** How a start that cannot succeed ends. */
async function failedStart(options: StartOptions): Promise<{ exitCode: number | null; words: string }> {
  const launch = await launchByCommand(options)
  const exitCode = await launch.ended
  return { exitCode, words: launch.output() }
}

async function occupyPort(): Promise<{ port: number; server: Server }> {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, server }
}

test('without any setting the site and its identity provider answer, and Ctrl-C leaves nothing running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-first-start-'))
  const site = await startByCommand({ dataDir })
  const config = await (await fetch(`${site.url}/api/config`)).json()
  expect(config).toMatchObject({ identity: { projectId: 'demo-foyer' }, emulatorUrl: site.emulatorUrl })
  expect((await fetch(site.emulatorUrl)).status).toBe(200)
  for (const words of [site.url, site.emulatorUrl, 'demo@example.com', 'foyer-demo', 'Ctrl-C']) {
    expect(site.output()).toContain(words)
  }

  const started = descendantsOf(site.processId)
  expect(started.length).toBeGreaterThanOrEqual(2)
  const stopped = site.stop('SIGINT')
  await site.stop('SIGINT')
  expect(await stopped).toBe(0)
  expect(stillRunning(started)).toEqual([])
  await expect(fetch(site.url)).rejects.toThrow()
  await expect(fetch(site.emulatorUrl)).rejects.toThrow()
  await rm(dataDir, { recursive: true })
})

for (const [name, command] of [
  ['The Auth emulator', /firebase/],
  ['The site', /next/],
] as const) {
  test(`when ${name.toLowerCase()} dies, all ends with an error that says so`, async () => {
    const launch = await launchByCommand()
    await expect.poll(launch.isReady, { timeout: 120_000 }).toBe(true)
    const started = descendantsOf(launch.processId)
    killProcess(started, command)
    expect(await launch.ended).toBe(1)
    expect(launch.output()).toContain(`${name} was ended by SIGKILL`)
    expect(stillRunning(started)).toEqual([])
  })
}

test('kill -9 of the start command leaves nothing running', async () => {
  const site = await startByCommand({ env: { FIREBASE_WEBAPP_CONFIG: realProject('some-project') } })
  const started = descendantsOf(site.processId)
  await site.stop('SIGKILL')
  await expect.poll(() => stillRunning(started), { timeout: 15_000 }).toEqual([])
})

test('a port of the site that is in use is named, and nothing is started', async () => {
  const { port, server } = await occupyPort()
  const { exitCode, words } = await failedStart({ env: { PORT: String(port) } })
  server.close()
  expect(exitCode).toBe(1)
  expect(words).toContain(`Port ${port} of 127.0.0.1, for the site, is in use`)
  expect(words).toContain('PORT')
})

test('a port of the emulator that is in use is named, and nothing is started', async () => {
  const { port, server } = await occupyPort()
  const { exitCode, words } = await failedStart({ env: { AUTH_EMULATOR_URL: `http://127.0.0.1:${port}` } })
  server.close()
  expect(exitCode).toBe(1)
  expect(words).toContain(`Port ${port} of 127.0.0.1, for the Auth emulator, is in use`)
  expect(words).toContain('AUTH_EMULATOR_URL')
})

test('the site and the emulator cannot share a port', async () => {
  const port = String(await freePort())
  const env = { PORT: port, AUTH_EMULATOR_URL: `http://127.0.0.1:${port}` }
  const { exitCode, words } = await failedStart({ env })
  expect(exitCode).toBe(1)
  expect(words).toContain(`PORT and AUTH_EMULATOR_URL name the same port, ${port}`)
})

test('a wrong configuration stops the start and names every variable at once, but no value', async () => {
  const env = { PORT: 'secret-1', SESSION_LIFETIME: 'secret-2', GTAG_ID: 'secret-3', SITE_URL: 'secret-4' }
  const { exitCode, words } = await failedStart({ env })
  expect(exitCode).toBe(1)
  for (const variable of Object.keys(env)) expect(words).toContain(variable)
  expect(words).not.toContain('secret')
})

test('the embedded emulator is for this machine alone', async () => {
  const { exitCode, words } = await failedStart({ env: { AUTH_EMULATOR_URL: 'http://0.0.0.0:9099' } })
  expect(exitCode).toBe(1)
  expect(words).toContain('AUTH_EMULATOR_URL must be on this machine')
})

test('in production nothing stands in for an identity provider that is not configured, which is told everywhere', async ({
  page,
}) => {
  const site = await startByCommand({ env: { NODE_ENV: 'production' } })
  try {
    const config = await (await fetch(`${site.url}/api/config`)).json()
    expect(config).toMatchObject({ identity: null, emulatorUrl: null })
    await expect(fetch(site.emulatorUrl)).rejects.toThrow()
    const printed = page.waitForEvent('console', (message) => message.type() === 'error')
    await page.goto(`${site.url}/login`)
    await expect(page.getByRole('heading', { name: 'Sign-in is not configured' })).toBeVisible()
    expect((await printed).text()).toContain('FIREBASE_WEBAPP_CONFIG has no usable apiKey')
    expect(site.output()).toContain('Sign-in is not configured: FIREBASE_WEBAPP_CONFIG is not set')
    const record = { level: 'error', event: 'identity.not-configured', problem: 'is not set' }
    expect(site.records()).toContainEqual(expect.objectContaining(record))
  } finally {
    await page.goto('about:blank')
    expect(await site.stop()).toBe(0)
  }
})

test('a database that another start has open is named with its holder, and that one goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-data-'))
  const settings = { env: { FIREBASE_WEBAPP_CONFIG: realProject('some-project') }, dataDir }
  const first = await startByCommand(settings)
  const { exitCode, words } = await failedStart(settings)
  expect(exitCode).toBe(1)
  const [, holder] = /database is in use by process (\d+)/.exec(words) ?? []
  expect(descendantsOf(first.processId).map(({ id }) => String(id))).toContain(holder)
  expect((await fetch(first.url)).status).toBe(200)
  expect(await first.stop()).toBe(0)
  expect(existsSync(join(dataDir, 'database', 'holder'))).toBe(false)
  await rm(dataDir, { recursive: true })
})

test('while PostgreSQL is away the site runs, and the log says so', async () => {
  const site = await startByCommand({
    env: { DATABASE_URL: `postgres://foyer:secret@127.0.0.1:${await freePort()}/foyer` },
  })
  const { status } = await fetch(site.url)
  await site.stop()
  expect(status).toBe(200)
  expect(site.records()).toContainEqual(
    expect.objectContaining({ event: 'database.went-away', code: 'ECONNREFUSED' }),
  )
  expect(JSON.stringify(site.records()) + site.output()).not.toContain('secret')
})

test('one build serves each start its own settings', async () => {
  const projectOf = async (projectId: string) => {
    const site = await startByCommand({ env: { FIREBASE_WEBAPP_CONFIG: realProject(projectId) } })
    const config = await (await fetch(`${site.url}/api/config`)).json()
    await site.stop()
    return config.identity.projectId
  }
  expect(await Promise.all(['first-project', 'second-project'].map(projectOf))).toEqual([
    'first-project',
    'second-project',
  ])
})

function realProject(projectId: string): string {
  return JSON.stringify({ apiKey: 'some-key', projectId })
}
