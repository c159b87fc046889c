/** Failures outside of a requested page: the middleware, an action, the layout, an unhandled rejection, a missing file. */

import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { emulatorWarning } from '@/lib/config/emulator'
import { brokenSiteTest as httpTest, notConfigured, test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'
import { expectFullError, singleRecord, singleRecords } from '../support/log'
import { type LogLine, startSite } from '../support/site'
import { fetchAsEverybody, requestIdOf } from './fetch-as-everybody'

httpTest(
  'a failure in the middleware keeps the account shut, for people and bots, and is one line',
  async ({ broken }) => {
    for (const { isBot, response, body, record, reference } of await fetchAsEverybody(broken, '/app?break')) {
      const { status, headers } = response
      expect(status).toBe(503)
      expect([...headers.keys()], 'the forwarded log record').not.toContain('x-foyer-log')
      expect(headers.get('cache-control')).toContain('no-store')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      if (isBot) expect([body, headers.get('x-robots-tag')]).toEqual(['', 'noindex'])
      else expect(body).toContain(`include this reference: ${reference}<`)
      expect(body).not.toContain(emulatorWarning)
      const expected = { event: 'error.thrown', place: 'middleware', path: '/app', rendered: !isBot }
      expect(record).toMatchObject(expected)
      expectFullError(record)
    }
  },
)

httpTest(
  'a failure in the middleware lets public pages through, and its record is like the server’s',
  async ({ broken }) => {
    const open = await fetch(`${broken.url}/login?break`)
    expect(open.status).toBe(200)
    const ofServer = await fetch(`${broken.url}/broken/route-throws`)
    const [record = {}, other = {}] = await singleRecords(broken, [open, ofServer].map(requestIdOf))
    expectFullError(record)
    expect(Object.keys(record)).toEqual(Object.keys(other).filter((key) => key !== 'digest'))
  },
)

test.describe('an action that throws', () => {
  test.use({ expectedErrors: /Sign-in is not configured|status of 500|Error/ })

  test('shows a message and the reference of the log', async ({ page, broken }) => {
    await page.goto('/broken/action-throws')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Send' }).click()
    const response = await answered
    expect(response.status()).toBe(500)
    const requestId = (await response.headerValue('x-request-id')) ?? ''
    const record = await singleRecord(broken, requestId)
    expect(record).toMatchObject({ event: 'error.thrown', place: 'action', status: 500, method: 'POST' })
    expectFullError(record)
    await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
    await expect(page.getByText(requestId.slice(0, 13))).toBeVisible()
  })
})

httpTest('a root layout that throws is a 500, and one line', async ({ brokenFolder }) => {
  const site = await startSite({ folder: brokenFolder, env: { BREAK_LAYOUT: '1' } })
  try {
    for (const { isBot, response, record } of await fetchAsEverybody(site, '/broken/links')) {
      expect([response.status, record.rendered]).toEqual([500, !isBot])
      expectFullError(record)
    }
    const shut = await (await fetch(`${site.url}/app?break`)).text()
    expect(shut).toContain(`>${emulatorWarning}<`)
  } finally {
    await site.stop()
  }
})

httpTest('a promise that nobody waits for is one line, and the site goes on', async ({ broken }) => {
  const before = broken.records().length
  expect((await fetch(`${broken.url}/broken/late`)).status).toBe(200)
  const isOfProcess = ({ place }: LogLine) => place === 'process'
  await expect.poll(() => broken.records().slice(before).filter(isOfProcess).length).toBe(1)
  const record = broken.records().slice(before).find(isOfProcess) ?? {}
  expectFullError(record)
  expect((await fetch(`${broken.url}/login`)).status).toBe(200)
  expect(broken.records().slice(before).filter(isOfProcess)).toHaveLength(1)
})

httpTest(
  'a page whose file is missing in the build is one line with its cause, for a bot, too',
  async ({ brokenFolder }) => {
    const file = join(brokenFolder, '.next/server/app/broken/links/page.js')
    await rename(file, `${file}.away`)
    const site = await startSite({ folder: brokenFolder, env: notConfigured })
    try {
      const cause = { event: 'error.thrown', message: expect.stringMatching(/^Cannot find module/) }
      for (const { record } of await fetchAsEverybody(site, '/broken/links'))
        expect(record).toMatchObject({ ...cause, status: 500 })
    } finally {
      await site.stop()
      await rename(`${file}.away`, file)
    }
  },
)
