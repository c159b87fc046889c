/** Each place where something can fail, seen by people and by bots: what they get, and what the log has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, agents, bots } from '../support/agents'
import { test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'
import { expectWholeError, onlyLine } from '../support/log-lines'
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
