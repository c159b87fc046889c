/** What fails elsewhere than in a page that is asked for: the middleware, an action, the layout, nobody's promise. */

import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { emulatorWarning } from '@/lib/config/emulator'
import { type Agent, agents, bots } from '../support/agents'
import { brokenSiteTest as httpTest, notConfigured, test } from '../support/builds/broken-site'
import { closeContext } from '../support/contexts'
import { expect } from '../support/fixtures'
import { expectFullError, singleRecord, singleRecords } from '../support/log-lines'
import { type LogLine, startSite } from '../support/site'
import { visibleText } from '../support/visible-text'

const everybody = Object.keys(agents) as Agent[]
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const idOf = ({ headers }: Response) => headers.get('x-request-id') ?? ''

httpTest(
  'a failure in the middleware keeps the account shut, whoever meets it, and is one line',
  async ({ broken }) => {
    const answers = await Promise.all(
      everybody.map((agent) =>
        fetch(`${broken.url}/app?break&secret=kept-out`, {
          headers: { 'user-agent': agents[agent], traceparent },
          redirect: 'manual',
        }),
      ),
    )
    const records = await singleRecords(broken, answers.map(idOf))
    for (const [index, agent] of everybody.entries()) {
      const [response, record] = [answers[index], records[index]]
      if (!response || !record) throw new Error(`no answer for ${agent}`)
      const isBot = bots.includes(agent)
      const reference = idOf(response).slice(0, 13)
      const body = await response.text()
      expect(response.status, agent).toBe(503)
      expect([...response.headers.keys()], 'what the server is told').not.toContain('x-foyer-log')
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      if (isBot) expect([body, response.headers.get('x-robots-tag')]).toEqual(['', 'noindex'])
      else expect(body).toContain(`include this reference: ${reference}<`)
      expect(body).not.toContain(emulatorWarning)
      expect(record, agent).toMatchObject({
        event: 'error.thrown',
        place: 'middleware',
        status: 503,
        path: '/app',
        reference,
        rendered: !isBot,
        traceparent,
      })
      expect([agent, record.bot !== false]).toEqual([agent, isBot])
      expect(JSON.stringify(record)).not.toContain('kept-out')
      expectFullError(record)
    }
  },
)

httpTest(
  'a failure in the middleware lets public pages through, and is told as those of the server are',
  async ({ broken }) => {
    const open = await fetch(`${broken.url}/login?break`)
    expect(open.status).toBe(200)
    const ofServer = await fetch(`${broken.url}/broken/route-throws`)
    const [record = {}, other = {}] = await singleRecords(broken, [open, ofServer].map(idOf))
    expectFullError(record)
    expect(Object.keys(record)).toEqual(Object.keys(other).filter((key) => key !== 'digest'))
  },
)

test.describe('an action that throws', () => {
  test.use({ expectedErrors: /Sign-in is not configured|status of 500|Error/ })

  test('shows words and the reference of the log', async ({ page, broken }) => {
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

test.describe('a root layout that throws', () => {
  test.use({ expectedErrors: /Sign-in is not configured|status of 500|Error/ })

  test('shows words, the reference of the log and the banner of the emulator mode, and a bot nothing', async ({
    page,
    browser,
    brokenFolder,
  }) => {
    const site = await startSite({ folder: brokenFolder, env: { BREAK_LAYOUT: '1' } })
    try {
      const answers = await Promise.all(
        everybody.map((agent) =>
          fetch(`${site.url}/broken/links`, { headers: { 'user-agent': agents[agent] } }),
        ),
      )
      for (const answer of answers) {
        expect(answer.status).toBe(500)
        expect(await answer.text()).not.toContain('inner cause')
      }
      const records = await singleRecords(site, answers.map(idOf))
      for (const record of records) expectFullError(record)
      expect(records.map(({ bot }) => bot !== false)).toEqual(everybody.map((agent) => bots.includes(agent)))
      expect(records.map(({ rendered }) => rendered)).toEqual(everybody.map((agent) => !bots.includes(agent)))
      const crawler = await browser.newContext({ userAgent: agents.Googlebot })
      const crawled = await crawler.newPage()
      await crawled.goto(`${site.url}/broken/links`, { waitUntil: 'networkidle' })
      await expect.poll(() => visibleText(crawled)).toBe('')
      await closeContext(crawler)
      const response = await page.goto(`${site.url}/broken/links`)
      expect(response?.status()).toBe(500)
      const requestId = (await response?.headerValue('x-request-id')) ?? ''
      await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
      await expect(page.getByText(requestId.slice(0, 13))).toBeVisible()
      await expect(page.getByText(emulatorWarning, { exact: true })).toBeVisible()
      expectFullError(await singleRecord(site, requestId))
      const shut = await (await fetch(`${site.url}/app?break`)).text()
      expect(shut).toContain(`>${emulatorWarning}<`)
    } finally {
      await page.goto('about:blank')
      await site.stop()
    }
  })
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

httpTest('nothing that Next prints of an error stands beside the log', async ({ broken }) => {
  const response = await fetch(`${broken.url}/broken/page-throws`)
  await singleRecord(broken, idOf(response))
  expect(broken.output()).not.toContain('Error')
})

httpTest(
  'a page whose file is missing in the build is one line with its cause, for a bot, too',
  async ({ brokenFolder }) => {
    const file = join(brokenFolder, '.next/server/app/broken/links/page.js')
    await rename(file, `${file}.away`)
    const site = await startSite({ folder: brokenFolder, env: notConfigured })
    try {
      const answers = await Promise.all(
        everybody.map((agent) =>
          fetch(`${site.url}/broken/links`, { headers: { 'user-agent': agents[agent] } }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(everybody.map(() => 500))
      const cause = { event: 'error.thrown', message: expect.stringMatching(/^Cannot find module/) }
      for (const record of await singleRecords(site, answers.map(idOf))) expect(record).toMatchObject(cause)
    } finally {
      await site.stop()
      await rename(`${file}.away`, file)
    }
  },
)
