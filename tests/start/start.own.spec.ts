import { expect, test } from '@playwright/test'
import { pages } from '@/lib/site/pages'
import { descendantsOf, killProcess, stillRunning } from '../support/processes'
import { launchByCommand } from '../support/site'

test.describe.configure({ timeout: 180_000 })

test('in production a missing provider is reported everywhere, and a dead site ends the start', async ({
  page,
}) => {
  const site = await launchByCommand({ env: { NODE_ENV: 'production' } })
  await expect.poll(site.isReady, { timeout: 120_000 }).toBe(true)
  await test.step('to programs', async () => {
    const ask = async (path: string) => (await fetch(site.url + path)).json()
    expect(await ask('/api/config')).toMatchObject({ identity: null, emulatorUrl: null })
    expect(await ask('/api/ready')).toEqual({ status: 'not-ready', reasons: ['identity-not-configured'] })
    await expect(fetch(site.emulatorUrl)).rejects.toThrow()
  })
  await test.step('to visitors', async () => {
    for (const { pattern } of pages) {
      const printed = page.waitForEvent('console', (message) => message.type() === 'error')
      await page.goto(site.url + pattern.replace('{uuid}', '3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f'))
      expect((await printed).text(), pattern).toBe(
        'Sign-in is not configured: the identity settings have no usable apiKey',
      )
    }
    await page.goto(`${site.url}/auth/silent-refresh?next=%2Fapp%2Faccount`)
    await expect(page).toHaveURL(`${site.url}/login?next=%2Fapp%2Faccount`)
    await expect(page.getByRole('heading', { name: 'Sign-in is not configured' })).toBeVisible()
    await page.goto('about:blank')
  })
  await test.step('once in the log', async () => {
    const record = { level: 'error', event: 'identity.not-configured', problem: 'is not set' }
    const said = site.records().filter(({ event }) => event === record.event)
    expect(said).toEqual([expect.objectContaining(record)])
  })
  await test.step('when the site dies all ends', async () => {
    const started = descendantsOf(site.processId)
    killProcess(started, /next/)
    expect(await site.ended, 'its exit code').toBe(137)
    expect(site.output()).toContain('The site was stopped by SIGKILL')
    expect(stillRunning(started)).toEqual([])
  })
})
