/** The stand-in would show the faults that sites have: without this, tests that find none would say nothing. */
import { expect, type Page } from '@playwright/test'
import { closeContext } from '../support/contexts'
import { test } from '../support/tagged-site'

type Commands = readonly (readonly unknown[])[]

const denied = signals('denied', 'denied')
const defaults = ['consent', 'default', { ...denied, wait_for_update: 500 }]
const config = ['config', 'G-STANDIN', { send_page_view: false }]
const event = ['event', 'page_view', { page_location: 'https://foyer.test/terms', count: 2 }]

function signals(ads: string, analytics: string) {
  return { ad_storage: ads, analytics_storage: analytics, ad_user_data: ads, ad_personalization: ads }
}

/** A page of nobody’s, with these commands before the tag loads. */
async function open(page: Page, commands: Commands): Promise<void> {
  await page.goto('https://www.googletagmanager.com/')
  await page.evaluate(() => {
    window.dataLayer = []
    window.gtag = function gtag() {
      // biome-ignore lint/complexity/noArguments: the tag hears nothing else
      window.dataLayer?.push(arguments)
    }
  })
  await tell(page, commands)
  await page.addScriptTag({ url: 'https://www.googletagmanager.com/gtag/js?id=G-STANDIN' })
}

async function tell(page: Page, commands: Commands): Promise<void> {
  await page.evaluate((all) => {
    for (const command of all) window.gtag?.(...command)
  }, commands)
}

/** The same, with nothing from before. */
async function openAnew(page: Page, commands: Commands): Promise<void> {
  // What a page writes while it is left must not be met on the next.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await open(page, commands)
}

const states = [
  { state: 'unanswered', update: null, gcs: 'G100', gcd: '13p3p3p3p5l1' },
  { state: 'refused', update: signals('denied', 'denied'), gcs: 'G100', gcd: '13q3q3q3q5l1' },
  { state: 'granted', update: signals('granted', 'granted'), gcs: 'G111', gcd: '13r3r3r3r5l1' },
  { state: 'analytics alone', update: signals('denied', 'granted'), gcs: 'G101', gcd: '13q3r3q3q5l1' },
  { state: 'marketing alone', update: signals('granted', 'denied'), gcs: 'G110', gcd: '13r3q3r3r5l1' },
  { state: 'one signal told', update: { ad_storage: 'denied' }, gcs: 'G100', gcd: '13q3p3p3p5l1' },
] as const

test('hits say what is granted, and cookies are written for no more', async ({ page, visit }) => {
  for (const { state, update, gcs, gcd } of states) {
    await test.step(`${state} is ${gcs} ${gcd}`, async () => {
      await openAnew(page, [defaults, ...(update ? [['consent', 'update', update]] : []), config, event])
      const { hits } = await visit.hitsUntilNow(page)
      expect(hits.map((hit) => [hit.name, hit.gcs, hit.gcd])).toEqual([['page_view', gcs, gcd]])
      expect(hits[0]?.location).toBe('https://foyer.test/terms')
      expect(hits[0]?.parameters).toEqual({ count: '2' })
      const names = (await page.context().cookies()).map(({ name }) => name).sort()
      const wanted = [gcs.endsWith('1') && ['_ga', '_ga_STANDIN'], gcs.startsWith('G11') && '_gcl_au']
      expect(names).toEqual(wanted.flat().filter(Boolean))
      expect(hits[0]?.cookies.sort()).toEqual(names)
    })
  }
  await test.step('without consent mode all is taken as granted', async () => {
    await openAnew(page, [config, event])
    const { hits } = await visit.hitsUntilNow(page)
    expect(hits.map(({ gcs, gcd, cookies }) => ({ gcs, gcd, cookies }))).toEqual([
      { gcs: null, gcd: '13l3l3l3l1l1', cookies: ['_ga', '_ga_STANDIN', '_gcl_au'] },
    ])
  })
  await test.step('what is withdrawn takes no cookie away, and brings another number for the visitor', async () => {
    await openAnew(page, [defaults, ['consent', 'update', signals('granted', 'granted')], config, event])
    await tell(page, [['consent', 'update', denied], event])
    const { hits } = await visit.hitsUntilNow(page)
    expect(hits.map(({ gcs }) => gcs)).toEqual(['G111', 'G100'])
    const numbers = hits.map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])
    expect(new Set(numbers).size).toBe(2)
    expect((await page.context().cookies()).length).toBe(3)
  })
})

test('hits wait for an update, and faults that sites have show', async ({ page, visit }) => {
  await test.step('hits wait at most as long as was asked', async () => {
    await open(page, [defaults, config, event])
    await expect.poll(() => visit.hits().length).toBe(1)
    expect(visit.hits()[0]?.heldMs).toBeGreaterThanOrEqual(499)
    await open(page, [['consent', 'default', { ...denied, wait_for_update: 60_000 }], config, event])
    await tell(page, [['consent', 'update', signals('granted', 'granted')]])
    const { hits } = await visit.hitsUntilNow(page)
    expect(hits.map(({ name, gcs, isAutomatic }) => ({ name, gcs, isAutomatic }))).toEqual([
      { name: 'page_view', gcs: 'G111', isAutomatic: false },
      { name: 'user_engagement', gcs: 'G111', isAutomatic: true },
    ])
  })

  await test.step('a page that forgets to switch the automatic page view off has two', async () => {
    await openAnew(page, [defaults, ['config', 'G-STANDIN'], event])
    const { hits } = await visit.hitsUntilNow(page)
    expect(hits.map(({ name }) => name)).toEqual(['page_view', 'page_view'])
  })

  await test.step('the page view is not sent again when it is granted', async () => {
    await openAnew(page, [defaults, ['config', 'G-STANDIN']])
    const before = await visit.hitsUntilNow(page)
    expect(before.hits.map(({ name }) => name)).toEqual(['page_view'])
    await tell(page, [['consent', 'update', signals('granted', 'granted')]])
    const { hits } = await visit.hitsUntilNow(page)
    expect(hits.map(({ name, gcs }) => `${name} ${gcs}`)).toEqual(['page_view G100', 'user_engagement G111'])
  })

  await test.step('commands that are arrays are not heard', async () => {
    await openAnew(page, [['consent', 'default', { ...denied, wait_for_update: 1_000 }], config])
    await page.evaluate(() => window.dataLayer?.push(['event', 'unheard'], ['consent', 'update', {}]))
    const { hits, probe } = await visit.hitsUntilNow(page)
    expect(hits).toEqual([])
    expect(probe.heldMs, 'the update was not heard either').toBeGreaterThan(0)
  })

  await test.step('a tag that the page has switched off sends nothing until it is switched on', async () => {
    await openAnew(page, [defaults, ['consent', 'update', denied], config])
    await page.evaluate(() => Object.assign(window, { 'ga-disable-G-STANDIN': true }))
    await tell(page, [event])
    await page.evaluate(() => Object.assign(window, { 'ga-disable-G-STANDIN': false }))
    const { hits, probe } = await visit.hitsUntilNow(page)
    expect(hits).toEqual([])
    expect(probe.number).toBe(1)
  })
})

test('a page that is left sends what it held back, and loses what is told after the tag has heard of it', async ({
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
  await open(page, [['consent', 'default', { ...denied, wait_for_update: 60_000 }], config, event, event])
  await page.goto('about:blank')
  await expect.poll(names).toEqual(['page_view', 'page_view'])

  await page.addInitScript(() => {
    window.addEventListener('pagehide', () => window.gtag?.('event', 'in_time'))
  })
  await open(page, [defaults, ['consent', 'update', denied], config, event])
  await page.evaluate(() => {
    // Capturing does not help: browsers call the listeners of a window in the order in which they came.
    window.addEventListener('pagehide', () => window.gtag?.('event', 'too_late'), { capture: true })
  })
  await page.goto('https://www.googletagmanager.com/')
  await expect.poll(() => names(2)).toEqual(['page_view', 'in_time'])

  await test.step('a page that tells the defaults late is found out', async () => {
    // The test’s own visitor must have no such hit, so this is another one.
    const visitor = 'Visitor/late'
    const context = await browser.newContext({ userAgent: visitor })
    await open(await context.newPage(), [config, event, defaults])
    await expect.poll(() => tagServer.hits(visitor).length).toBe(1)
    await open(await context.newPage(), [config, defaults, event])
    await expect.poll(() => tagServer.hits(visitor).map((hit) => hit.isDefaultLate)).toEqual([false, true])
    await closeContext(context)
  })
})
