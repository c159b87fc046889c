/** The stand-in for Google's tag shows the faults that sites have: without this, tests that find none would say nothing. */
import { expect, type Page } from '@playwright/test'
import { closeContext } from '../support/contexts'
import { test } from '../support/tagged-site'

type Commands = readonly (readonly unknown[])[]

const denied = signals('denied', 'denied')
const granted = signals('granted', 'granted')
const defaults = ['consent', 'default', { ...denied, wait_for_update: 500 }]
const longWait = ['consent', 'default', { ...denied, wait_for_update: 60_000 }]
const config = ['config', 'G-STANDIN', { send_page_view: false }]
const event = ['event', 'page_view', { page_location: 'https://foyer.test/terms', count: 2 }]

function signals(ads: string, analytics: string) {
  return { ad_storage: ads, analytics_storage: analytics, ad_user_data: ads, ad_personalization: ads }
}

/** Opens an empty page without cookies, sends it these commands, and loads the tag. */
async function open(page: Page, commands: Commands): Promise<void> {
  // A page that is left may write cookies.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('https://www.googletagmanager.com/')
  await page.evaluate(() => {
    window.dataLayer = []
    window.gtag = function gtag() {
      // biome-ignore lint/complexity/noArguments: the tag ignores arrays
      window.dataLayer?.push(arguments)
    }
  })
  await send(page, commands)
  await page.addScriptTag({ url: 'https://www.googletagmanager.com/gtag/js?id=G-STANDIN' })
}

async function send(page: Page, commands: Commands): Promise<void> {
  await page.evaluate((all) => {
    for (const command of all) window.gtag?.(...command)
  }, commands)
}

const states = [
  { state: 'unanswered', update: null, gcs: 'G100', gcd: '13p3p3p3p5l1' },
  { state: 'refused', update: denied, gcs: 'G100', gcd: '13q3q3q3q5l1' },
  { state: 'granted', update: granted, gcs: 'G111', gcd: '13r3r3r3r5l1' },
  { state: 'analytics', update: signals('denied', 'granted'), gcs: 'G101', gcd: '13q3r3q3q5l1' },
  { state: 'marketing', update: signals('granted', 'denied'), gcs: 'G110', gcd: '13r3q3r3r5l1' },
  { state: 'one signal', update: { ad_storage: 'denied' }, gcs: 'G100', gcd: '13q3p3p3p5l1' },
] as const

test('hits say what is granted, and only that has cookies', async ({ page, visit }) => {
  for (const { state, update, gcs, gcd } of states) {
    await test.step(`${state} is ${gcs} ${gcd}`, async () => {
      await open(page, [defaults, ...(update ? [['consent', 'update', update]] : []), config, event])
      const { hits } = await visit.hitsUntilNow(page)
      const names = (await page.context().cookies()).map(({ name }) => name).sort()
      const analytics = gcs.endsWith('1') ? ['_ga', '_ga_STANDIN'] : []
      expect(names).toEqual([...analytics, ...(gcs.startsWith('G11') ? ['_gcl_au'] : [])])
      const found = hits.map(({ name, gcs, gcd, location, parameters, cookies }) =>
        [name, gcs, gcd, location, parameters.count, ...cookies.sort()].join(' '),
      )
      expect(found).toEqual([['page_view', gcs, gcd, 'https://foyer.test/terms 2', ...names].join(' ')])
    })
  }
  await open(page, [defaults, ['consent', 'update', granted], config, event])
  await send(page, [['consent', 'update', denied], event])
  const { hits } = await visit.hitsUntilNow(page)
  expect(hits.map(({ gcs }) => gcs)).toEqual(['G111', 'G100'])
  expect(new Set(hits.map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])).size).toBe(2)
  expect((await page.context().cookies()).length).toBe(3)
})

test('hits wait for an update as long as asked, and faults that sites have show', async ({ page, visit }) => {
  const sent = async () =>
    (await visit.hitsUntilNow(page)).hits.map(({ name, gcs, isAutomatic }) =>
      [name, gcs, isAutomatic].join(' '),
    )

  await open(page, [defaults, config, event])
  await expect.poll(() => visit.hits().length).toBe(1)
  expect(visit.hits()[0]?.heldMs).toBeGreaterThanOrEqual(499)
  await open(page, [longWait, config, event])
  await send(page, [['consent', 'update', granted]])
  expect(await sent()).toEqual(['page_view G111 false', 'user_engagement G111 true'])

  await test.step('a page that leaves the automatic page view on has two', async () => {
    await open(page, [defaults, ['config', 'G-STANDIN'], event])
    expect(await sent()).toEqual(['page_view G100 false', 'page_view G100 false'])
  })

  await test.step('commands that are arrays are ignored', async () => {
    await open(page, [longWait, config])
    await page.evaluate(() => window.dataLayer?.push(['event', 'ignored'], ['consent', 'update', {}]))
    await send(page, [['consent', 'update', denied]])
    expect(await sent()).toEqual([])
  })

  await test.step('a tag that the page has switched off sends nothing', async () => {
    await open(page, [defaults, ['consent', 'update', denied], config])
    await page.evaluate(() => Object.assign(window, { 'ga-disable-G-STANDIN': true }))
    await send(page, [event])
    await page.evaluate(() => Object.assign(window, { 'ga-disable-G-STANDIN': false }))
    expect(await sent()).toEqual([])
  })
})

test('a left page sends what it held; late defaults are noticed', async ({
  page,
  visit,
  browser,
  tagServer,
}) => {
  const names = (from = 0) =>
    visit
      .hits()
      .map(({ name }) => name)
      .slice(from)
  await open(page, [longWait, config, event, event])
  await page.goto('about:blank')
  await expect.poll(names).toEqual(['page_view', 'page_view'])

  await page.addInitScript(() => {
    window.addEventListener('pagehide', () => window.gtag?.('event', 'in_time'))
  })
  await open(page, [defaults, ['consent', 'update', denied], config, event])
  await page.evaluate(() => {
    // Even capturing: browsers call the listeners of a window in the order in which they were added.
    window.addEventListener('pagehide', () => window.gtag?.('event', 'too_late'), { capture: true })
  })
  await page.goto('https://www.googletagmanager.com/')
  await expect.poll(() => names(2)).toEqual(['page_view', 'in_time'])

  // Another visitor, as the test's own must have no hit before the defaults.
  const visitor = 'Visitor/late'
  const context = await browser.newContext({ userAgent: visitor })
  await open(await context.newPage(), [config, event, defaults])
  await expect.poll(() => tagServer.hits(visitor).map((hit) => hit.isDefaultLate)).toEqual([false])
  await open(await context.newPage(), [config, defaults, event])
  await expect.poll(() => tagServer.hits(visitor).map((hit) => hit.isDefaultLate)).toEqual([false, true])
  await closeContext(context)
})
