/** Each place where something can fail, seen by people and by bots: what they get, and what the log has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BuiltSite, LogLine } from '../built-site'
import { expect } from '../fixtures'
import { type Agent, agents, bots } from './agents'
import { secretWords } from './broken-pages'
import { test } from './broken-site'

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

for (const [name, { path, status, event, place, heading }] of Object.entries(places)) {
  for (const agent of Object.keys(agents) as Agent[]) {
    const isBot = bots.includes(agent)

    test(`${name}, asked for by ${agent}: ${status}, one line, nothing of the error in the answer`, async ({
      broken,
      brokenFolder,
    }) => {
      const response = await fetch(`${broken.url}${path}?secret=kept-out`, {
        headers: { 'user-agent': agents[agent], accept: 'text/html' },
      })
      const body = await response.text()
      expect(response.status).toBe(status)
      expect(body).not.toContain('inner cause')
      expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/)
      if (isBot && status === 404 && name === 'an unknown route') {
        expect(body).toBe('')
        expect(response.headers.get('x-robots-tag')).toBe('noindex')
      }
      const requestId = response.headers.get('x-request-id') ?? ''
      const record = await onlyLine(broken, requestId)
      expect(record).toMatchObject({
        event,
        status,
        place,
        path,
        method: 'GET',
        reference: requestId.slice(0, 13),
      })
      expect(response.headers.get('server-timing')).toBe(`reference;desc="${requestId.slice(0, 13)}"`)
      expect(record.bot !== false).toBe(isBot)
      expect(record.rendered).toBe(!isBot && heading !== null)
      expect(JSON.stringify(record)).not.toContain('kept-out')
      expect(record.buildId).toBe(readFileSync(join(brokenFolder, '.next', 'BUILD_ID'), 'utf8'))
      if (event === 'error.thrown') expectWholeError(record)
    })
  }

  if (heading === null) continue

  // A browser has words of its own for an answer without a byte, which is what bots get for an unknown route.
  const drawn = status === 404 && event === 'route.unknown' ? [] : bots
  for (const agent of ['person', ...drawn] as const) {
    const isBot = bots.includes(agent)

    test.describe(`${name}, drawn for ${agent}`, () => {
      test.use({ userAgent: agents[agent], expectedErrors: /status of (404|500)|Error/ })

      test(
        isBot ? 'shows nothing at all' : 'shows words, ways on, and the reference of the log',
        async ({ page, broken }) => {
          const response = await page.goto(path)
          expect(response?.status()).toBe(status)
          const requestId = (await response?.headerValue('x-request-id')) ?? ''
          if (isBot) {
            await page.waitForLoadState('networkidle')
            await expect.poll(() => visibleText(page)).toBe('')
          } else {
            await expect(page.getByRole('heading', { name: heading })).toBeVisible()
            if (status === 404) await expect(page.getByText(`Page not found: ${path}`)).toBeVisible()
            await expect(page.getByText(requestId.slice(0, 13))).toBeVisible()
            await expect(page.getByRole('link', { name: 'Go to the front page' })).toHaveAttribute(
              'href',
              '/',
            )
            expect(await page.content()).not.toContain('inner cause')
          }
          expect(await onlyLine(broken, requestId)).toMatchObject({
            reference: requestId.slice(0, 13),
            rendered: !isBot,
          })
        },
      )
    })
  }
}

test('a failure in the middleware keeps the account shut, lets public pages through, and is logged once', async ({
  broken,
}) => {
  const shut = await fetch(`${broken.url}/app?break`, { redirect: 'manual' })
  expect(shut.status).toBe(503)
  const record = await onlyLine(broken, shut.headers.get('x-request-id') ?? '')
  expect(record).toMatchObject({
    event: 'error.thrown',
    place: 'middleware',
    status: 503,
    path: '/app',
    rendered: false,
  })
  expectWholeError(record)
  const ofServer = await fetch(`${broken.url}/broken/route-throws`)
  const other = await onlyLine(broken, ofServer.headers.get('x-request-id') ?? '')
  expect(Object.keys(record)).toEqual(Object.keys(other).filter((key) => key !== 'digest'))
  const open = await fetch(`${broken.url}/login?break`)
  expect(open.status).toBe(200)
  expectWholeError(await onlyLine(broken, open.headers.get('x-request-id') ?? ''))
})

test('a promise that nobody waits for is one line, and the site goes on', async ({ broken }) => {
  const before = broken.records().length
  expect((await fetch(`${broken.url}/broken/late`)).status).toBe(200)
  const isOfProcess = ({ place }: LogLine) => place === 'process'
  await expect.poll(() => broken.records().slice(before).filter(isOfProcess).length).toBe(1)
  const record = broken.records().slice(before).find(isOfProcess) ?? {}
  expectWholeError(record)
  expect((await fetch(`${broken.url}/login`)).status).toBe(200)
  expect(broken.records().slice(before).filter(isOfProcess)).toHaveLength(1)
})

test('nothing that Next prints of an error stands beside the log', async ({ broken }) => {
  const response = await fetch(`${broken.url}/broken/page-throws`)
  await onlyLine(broken, response.headers.get('x-request-id') ?? '')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(broken.output()).not.toContain('Error')
})

/** The one record of this request; that it stays one is seen a moment later. */
async function onlyLine(site: BuiltSite, requestId: string): Promise<LogLine> {
  expect(requestId).not.toBe('')
  const lines = () =>
    site.records().filter((record) => record.requestId === requestId && 'reference' in record)
  await expect.poll(() => lines().length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(lines()).toHaveLength(1)
  return lines()[0] ?? {}
}

function expectWholeError(record: LogLine): void {
  expect(record).toMatchObject({ level: 'error', name: 'Error', message: 'outer' })
  expect(record.stack).toContain('outer')
  expect(record.causes).toMatchObject([
    { name: 'TypeError', message: secretWords.replace('somebody@example.com', '[mail]') },
  ])
  expect(JSON.stringify(record)).not.toContain('somebody@example.com')
}

/** What of the page can be read: a page that is hidden as a whole still has its text. */
function visibleText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
  return page.evaluate(() => (document.body.checkVisibility() ? document.body.innerText.trim() : ''))
}
