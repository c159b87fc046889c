import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchByCommand, startByCommand } from '../support/command-site'
import { newDataDir } from '../support/data-dir'
import { ownPort } from '../support/port'
import { descendantsOf, killProcess, stillRunning } from '../support/processes'
import { launchSite, startSite } from '../support/site'

test.describe.configure({ timeout: 180_000 })

test('while PostgreSQL is away all runs, and the log says so; when the site dies all ends, and says so', async () => {
  const launch = await launchByCommand({
    env: { DATABASE_URL: `postgres://foyer:secret@127.0.0.1:${await ownPort()}/foyer` },
  })
  await expect.poll(launch.isReady, { timeout: 120_000 }).toBe(true)
  expect((await fetch(launch.url)).status).toBe(200)
  const wentAway = { event: 'database.went-away', code: 'ECONNREFUSED' }
  await expect.poll(() => launch.records()).toContainEqual(expect.objectContaining(wentAway))
  expect(JSON.stringify(launch.records()) + launch.output()).not.toContain('secret')

  const started = descendantsOf(launch.processId)
  expect(started.length).toBeGreaterThanOrEqual(2)
  killProcess(started, /next/)
  expect(await launch.ended).toBe(1)
  expect(launch.output()).toContain('The site was stopped by SIGKILL')
  await expect.poll(() => stillRunning(started)).toEqual([])
})

// `plan` tests the other refusals, whose messages are shown the same way.
test('a port that is in use is named, and nothing is started', async () => {
  const port = await ownPort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const launch = await launchByCommand({ env: { PORT: String(port) } })
  const exitCode = await launch.ended
  server.close()
  expect(exitCode).toBe(1)
  expect(launch.output().trim()).toMatch(
    new RegExp(`^Port ${port} of 127.0.0.1, for the site, is in use.*PORT.$`),
  )
})

test('a database that another site has open is named with its owner, and that one goes on', async () => {
  const dataDir = await newDataDir()
  const first = await startSite({ dataDir })
  const second = await launchSite({ dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`database is in use by process ${first.processId}`)
  expect((await fetch(first.url)).status).toBe(200)
  const lock = join(dataDir, 'database', 'lock')
  expect(existsSync(lock)).toBe(true)
  expect(await first.stop()).toBe(0)
  expect(existsSync(lock)).toBe(false)
  await rm(dataDir, { recursive: true })
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
