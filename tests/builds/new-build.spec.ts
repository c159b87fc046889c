/** A new build under an open page: the next navigation loads a document, and nothing happens before. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { waitUntilHandled } from '../support/handled'

type Latest = { id: string; timestamp: number }
const newer: Latest = { id: 'another-build', timestamp: Date.now() + 86_400_000 }
const older: Latest = { id: 'another-build', timestamp: 1 }

const anHourAndAHalf = '01:30:30'

/** Opens the page with a clock of its own; `says` is what the server answers about its latest build from now on. */
async function openPage(
  page: Page,
  path: string,
  says: () => Latest | null,
): Promise<{ asked: () => number }> {
  let asked = 0
  await page.clock.install()
  await page.route('**/builds/latest.json?*', (route) => {
    asked += 1
    const latest = says()
    return latest ? route.fulfill({ json: latest }) : route.fallback()
  })
  const manifest = page.waitForResponse('**/builds/meta/*.json')
  await page.goto(path)
  expect((await waitUntilHandled(page, manifest)).status()).toBe(200)
  await markDocument(page)
  return { asked: () => asked }
}

/** Lets time go on; what the page asks at once has been heard of here by then. */
async function pass(page: Page, time: string): Promise<void> {
  await page.clock.fastForward(time)
  await page.evaluate(() =>
    fetch('/api/health')
      .catch(() => null)
      .then(() => undefined),
  )
}

/** Lets time go on until the page asks for the latest build, and has heard the answer. */
async function letAsk(page: Page, time: string): Promise<void> {
  const answer = page.waitForResponse('**/builds/latest.json?*')
  await page.clock.fastForward(time)
  await waitUntilHandled(page, answer)
}

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }))

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSameDocument' in window)
}

async function goTo(page: Page, name: 'Terms' | 'Privacy' | 'Contact'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test('with a new build the next page comes as a document, once; an older build counts when seen twice', async ({
  page,
}) => {
  let latest: Latest | null = null
  const { asked } = await openPage(page, '/', () => latest)
  await test.step('as long as the build is the same, pages come without a document', async () => {
    await letAsk(page, anHourAndAHalf)
    expect(asked()).toBe(1)
    await goTo(page, 'Terms')
    expect(await isSameDocument(page)).toBe(true)
  })
  await test.step('an older one, seen once: instances may still be changing', async () => {
    latest = older
    await letAsk(page, anHourAndAHalf)
    expect(asked()).toBe(2)
    await goTo(page, 'Privacy')
    expect(await isSameDocument(page)).toBe(true)
  })
  await test.step('seen twice', async () => {
    await letAsk(page, '01:30')
    expect(asked()).toBe(3)
    const manifest = page.waitForResponse('**/builds/meta/*.json')
    await goTo(page, 'Contact')
    expect(await isSameDocument(page)).toBe(false)
    await page.clock.fastForward('00:10')
    await waitUntilHandled(page, manifest)
    await markDocument(page)
  })
  await test.step('a newer one, seen once', async () => {
    latest = newer
    await letAsk(page, anHourAndAHalf)
    expect(asked()).toBe(4)
    expect(await isSameDocument(page)).toBe(true)
    await goTo(page, 'Terms')
    expect(await isSameDocument(page)).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL(/\/contact$/)
  })
})

test('a form that is half filled in stays as it is when a new build comes', async ({ page }) => {
  const { asked } = await openPage(page, '/login', () => newer)
  await page.getByLabel('Email').fill('half@example.com')
  await page.getByLabel('Password', { exact: true }).fill('half a password')
  await letAsk(page, anHourAndAHalf)
  expect(asked()).toBe(1)
  expect(await isSameDocument(page)).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue('half@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a password')
})

test('a page asks within half to one and a half of the setting, and when seen again, not at each glance', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Math.random = () => (window as Window & { luck?: number }).luck ?? 0
  })
  const { asked } = await openPage(page, '/', () => null)
  await test.step('with bad luck after half an hour, not before', async () => {
    await pass(page, '00:29:50')
    expect(asked()).toBe(0)
    await page.evaluate(() => Object.assign(window, { luck: 0.999 }))
    await letAsk(page, '00:20')
  })
  await test.step('with good luck after an hour and a half, not before', async () => {
    await pass(page, '01:29:40')
    expect(asked()).toBe(1)
    await letAsk(page, '00:20')
  })
  await test.step('a glance after a minute', async () => {
    await pass(page, '01:00')
    await lookAgain(page)
    await pass(page, '00:10')
    expect(asked()).toBe(2)
  })
  await test.step('unseen', async () => {
    await page.evaluate(() =>
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
    )
    await pass(page, anHourAndAHalf)
    expect(asked()).toBe(2)
  })
  await test.step('offline', async () => {
    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }),
    )
    await pass(page, anHourAndAHalf)
    expect(asked()).toBe(2)
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  })
  await test.step('seen, after more than five minutes', async () => {
    await lookAgain(page)
    await letAsk(page, '00:10')
    expect(asked()).toBe(3)
  })
})

test('the manifest is fetched a second after the page is loaded', async ({ page }) => {
  await page.goto('/')
  const timed = await page.waitForFunction(() => {
    const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const manifest = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/builds/meta/'))
    return document_ && manifest && { loadedAt: document_.loadEventStart, askedAt: manifest.startTime }
  })
  const { loadedAt, askedAt } = (await timed.jsonValue()) as { loadedAt: number; askedAt: number }
  const waitedMs = askedAt - loadedAt
  expect(waitedMs).toBeGreaterThanOrEqual(1_000)
  expect(waitedMs).toBeLessThan(15_000)
})

test('no manifest is fetched on a slow connection, or for whoever saves data', async ({ page }) => {
  let fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.clock.install()
  for (const connection of [{ effectiveType: 'slow-2g' }, { effectiveType: '4g', saveData: true }]) {
    await test.step(JSON.stringify(connection), async () => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value, configurable: true })
      }, connection)
      fetched = []
      await page.goto('/')
      // By the time it asks for the latest build it would have fetched its own.
      await expect
        .poll(async () => {
          await page.clock.fastForward(anHourAndAHalf)
          return fetched
        })
        .toContain('/builds/latest.json')
      expect(fetched.filter((path) => path.startsWith('/builds/meta/'))).toEqual([])
    })
  }
})

async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
