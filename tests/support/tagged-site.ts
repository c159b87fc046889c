/** A site with Google's tag, and what arrives at Google. */
import { expect, mergeTests, type Page } from '@playwright/test'
import { type ConsentPage, openWithBanner } from './consent-page'
import { test as siteTests } from './fixtures'
import { type Hit, tagFixtures, type Visit } from './gtag/visit'

export { expect } from '@playwright/test'

export const test = mergeTests(siteTests, tagFixtures).extend({
  tag: ['advanced', { scope: 'worker' }],
  hasChosen: false,
})

const denied = 'denied>denied'
const granted = 'denied>granted'

/** Every state of consent, by the signals of a hit. */
const states: Readonly<Record<string, State>> = {
  [Array(4).fill('denied>').join(' ')]: 'unanswered',
  [Array(4).fill(denied).join(' ')]: 'refused',
  [Array(4).fill(granted).join(' ')]: 'accepted',
  [[denied, granted, denied, denied].join(' ')]: 'analytics',
  [[granted, denied, granted, granted].join(' ')]: 'marketing',
}

export type State = 'unanswered' | 'refused' | 'accepted' | 'analytics' | 'marketing'

/** Opens a page without a stored choice, and waits for the banner and the tag's configuration. */
export async function openUnanswered(page: Page, path = '/'): Promise<ConsentPage> {
  const on = await openWithBanner(page, path)
  await page.waitForFunction(() =>
    Array.from(window.dataLayer ?? []).some((command) => command[0] === 'config'),
  )
  return on
}

/** Follows a link of the footer, within the same document. */
export async function followLink(page: Page, link: 'Terms' | 'Privacy'): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
  await expect(page).toHaveURL(new RegExp(`/${link.toLowerCase()}$`))
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
  await expect(page.locator('html[data-same-document]')).toHaveCount(1)
}

/**
 * Checks that the page has sent exactly these hits in this order, before a probe that is sent once they are there, and that
 * the tag knows the visitor's choice. Hits that the tag adds on a grant don't count.
 */
export async function expectHits(
  page: Page,
  visit: Visit,
  { hits: expected, now }: { hits: readonly string[]; now: State },
): Promise<void> {
  await expect.poll(() => hitsOf(page, visit), { intervals: [50] }).toEqual([...expected, now])
  expect(await hitsOf(page, visit), 'and none later').toEqual([...expected, now])
}

/** The page's own hits in words, and the state after them. */
async function hitsOf(page: Page, visit: Visit): Promise<string[]> {
  const { hits, probe } = await visit.hitsUntilNow(page)
  return [...hits.filter(({ isAutomatic }) => !isAutomatic).map(describeHit), stateOf(probe)]
}

/** Such as `cookie_consent consent_type=accept_all: accepted, on /terms`. */
function describeHit(hit: Hit): string {
  const parameters = Object.entries(hit.parameters).map(([name, value]) => `${name}=${value}`)
  return `${[hit.name, ...parameters].join(' ')}: ${stateOf(hit)}, on ${new URL(hit.location).pathname}`
}

function stateOf({ signals }: Hit): string {
  return states[signals] ?? signals
}

/** The tag's settings for ads from before its configuration. */
export function adSettingsOf(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => {
    const commands = Array.from(window.dataLayer ?? [], (command) => Array.from(command))
    const first = commands.findIndex(([name]) => name === 'config')
    return commands.slice(0, first).filter(([name, key]) => name === 'set' && typeof key === 'string')
  })
}

/** The names of the cookies that a page of the site could have. */
export async function cookiesOf(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name }) => name).sort()
}

export const analyticsCookies = ['_ga', '_ga_FOYERTEST']
export const marketingCookies = ['_gcl_au']
export const allCookies = [...analyticsCookies, ...marketingCookies]

const names: Record<string, string> = { granted: 'consent_granted', view: 'page_view' }

/** The hits of a page in this state, from words like `/terms: custom true false, granted, view`. */
export function expectedHits(state: State, ...pages: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const [path = '', events = ''] = page.split(': ')
    return events.split(', ').map((event) => {
      const [type, analytics, marketing] = event.split(' ')
      const own = analytics ? ` analytics_consent=${analytics} marketing_consent=${marketing}` : ''
      return `${names[event] ?? `cookie_consent consent_type=${type}${own}`}: ${state}, on ${path}`
    })
  })
}
