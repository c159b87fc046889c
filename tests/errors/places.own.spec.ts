/** Each place where something can fail, seen by people and by bots: what they get, and what the log has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, agents, bots, drawnBots } from '../support/agents'
import { brokenSiteTest as httpTest, test } from '../support/builds/broken-site'
import { consentOn, setBannerDelay, storedChoice } from '../support/consent-page'
import { expect } from '../support/fixtures'
import { expectFullError, singleRecords } from '../support/log-lines'
import { visibleText } from '../support/visible-text'

type Place = {
  path: string
  status: number
  event: string
  place: string
  /** The heading a person sees; null where no page is drawn. */
  heading: string | null
}
const places: Record<string, Place> = {
  'an unknown route': {
    path: '/no/such/page',
    status: 404,
    event: 'route.unknown',
    place: 'render',
    heading: 'Page Not Found',
  },
  'notFound()': {
    path: '/broken/missing',
    status: 404,
    event: 'page.not-found',
    place: 'render',
    heading: 'Page Not Found',
  },
  'a page that throws': {
    path: '/broken/page-throws',
    status: 500,
    event: 'error.thrown',
    place: 'render',
    heading: 'Internal Server Error',
  },
  'a layout that throws': {
    path: '/broken/layout-throws',
    status: 500,
    event: 'error.thrown',
    place: 'render',
    heading: 'Internal Server Error',
  },
  'a route handler that throws': {
    path: '/broken/route-throws',
    status: 500,
    event: 'error.thrown',
    place: 'route',
    heading: null,
  },
}

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

for (const [name, { path, status, event, place, heading }] of Object.entries(places)) {
  httpTest(
    `${name}: ${status}, one line, nothing of the error in the answer, whoever asks`,
    async ({ broken, brokenFolder }) => {
      const everybody = Object.keys(agents) as Agent[]
      const answers = await Promise.all(
        everybody.map((agent) =>
          fetch(`${broken.url}${path}?secret=kept-out`, {
            headers: { 'user-agent': agents[agent], accept: 'text/html', traceparent },
          }),
        ),
      )
      const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
      const records = await singleRecords(broken, ids)
      for (const [index, agent] of everybody.entries()) {
        const [response, record, requestId] = [answers[index], records[index], ids[index] ?? '']
        if (!response || !record) throw new Error(`no answer for ${agent}`)
        const isBot = bots.includes(agent)
        const body = await response.text()
        expect(response.status, agent).toBe(status)
        expect(body, agent).not.toContain('inner cause')
        expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/)
        if (isBot && event === 'route.unknown')
          expect([body, response.headers.get('x-robots-tag')]).toEqual(['', 'noindex'])
        const reference = requestId.slice(0, 13)
        expect(record, agent).toMatchObject({
          event,
          status,
          place,
          path,
          method: 'GET',
          reference,
          traceparent,
        })
        expect(response.headers.get('server-timing')).toBe(`reference;desc="${reference}"`)
        expect([agent, record.bot !== false]).toEqual([agent, isBot])
        expect([agent, record.rendered]).toEqual([agent, !isBot && heading !== null])
        expect(JSON.stringify(record)).not.toContain('kept-out')
        expect(record.buildId).toBe(readFileSync(join(brokenFolder, '.next', 'BUILD_ID'), 'utf8'))
        if (event === 'error.thrown') expectFullError(record)
      }
    },
  )
}

test.describe('what fails, drawn for a person', () => {
  test.use({
    userAgent: agents.person,
    hasChosen: false,
    expectedErrors: /Sign-in is not configured|status of (404|500)|Error/,
  })

  test('shows words, ways on, and the reference of the log; the banner of cookies can be answered there', async ({
    page,
    broken,
  }) => {
    const ids: string[] = []
    await setBannerDelay(page, 'at once')
    for (const [name, { path, status, heading }] of Object.entries(places)) {
      if (heading === null) continue
      await test.step(name, async () => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(status)
        const requestId = (await response?.headerValue('x-request-id')) ?? ''
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        if (status === 404) await expect(page.getByText(`Page not found: ${path}`)).toBeVisible()
        await expect(page.getByText(requestId.slice(0, 13))).toBeVisible()
        await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
        expect(await page.content()).not.toContain('inner cause')
        await expect(consentOn(page).banner).toBeVisible()
        ids.push(requestId)
      })
    }
    await test.step('the banner of cookies', async () => {
      const { banner, reject } = consentOn(page)
      await reject.click()
      await expect(banner).toHaveCount(0)
      expect((await storedChoice(page)).choice).toContain('"type":"reject_all"')
    })
    const records = await singleRecords(broken, ids)
    expect(records.map(({ reference, rendered }) => ({ reference, rendered }))).toEqual(
      ids.map((id) => ({ reference: id.slice(0, 13), rendered: true })),
    )
    expect(ids).toHaveLength(4)
  })
})

for (const agent of drawnBots) {
  test.describe(`drawn for ${agent}`, () => {
    test.use({
      userAgent: agents[agent],
      expectedErrors: /Sign-in is not configured|status of (404|500)|Error|outer/,
    })

    test('what fails shows nothing at all; where it fails in the browser, what the server has drawn stays', async ({
      page,
      broken,
    }) => {
      const ids: string[] = []
      for (const { path, status, event, heading } of Object.values(places)) {
        // A browser has words of its own for an answer without a byte, which is what bots get for an unknown route.
        if (heading === null || event === 'route.unknown') continue
        const response = await page.goto(path, { waitUntil: 'networkidle' })
        expect(response?.status()).toBe(status)
        await expect.poll(() => visibleText(page)).toBe('')
        ids.push((await response?.headerValue('x-request-id')) ?? '')
      }
      expect(ids).toHaveLength(3)
      for (const record of await singleRecords(broken, ids)) expect(record).toMatchObject({ rendered: false })

      const before = broken.records().length
      const reports = () =>
        broken
          .records()
          .slice(before)
          .filter(({ place }) => place === 'browser')
      await page.goto('/broken/browser-throws')
      await expect.poll(() => reports().length).toBeGreaterThan(0)
      // By then a second one would have come.
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(reports()).toHaveLength(1)
      expect(reports()[0]).toMatchObject({ rendered: false, message: 'outer' })
      expect(reports()[0]?.bot).not.toBe(false)
      await expect(page.getByText('What the server has drawn')).toBeVisible()
      await expect(page.getByText('Internal Server Error')).toHaveCount(0)
      await expect(page.getByText('Try again')).toHaveCount(0)
    })
  })
}
