/**
 * How soon a press in the cookie banner is painted, on a processor four times as slow as this one (Chromium's throttling).
 * Measured by the browser itself: Event Timing, from the press to the next paint.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArguments, requireBrowser } from '../support/browser'
import { startByCommand } from '../support/command-site'
import { median, type Row, singleRow } from './table'

const slowdown = 4
const budgetMs = 50
const times = 7

/** A finger is no machine. */
const pressedForMs = 80

/** What is pressed on the way; the last press is measured. The budget is for a choice; Customize is none. */
const presses = [
  { way: ['Reject All'], isChoice: true },
  { way: ['Accept All'], isChoice: true },
  { way: ['Customize', 'Save Preferences'], isChoice: true },
  { way: ['Customize'], isChoice: false },
]

export async function measureInput(): Promise<Row[]> {
  const executablePath = requireBrowser()
  const site = await startByCommand()
  const browser = await chromium.launch({ executablePath, args: browserArguments() })
  try {
    // The first press of a browser that has just started is slower than any other.
    await measurePress(browser, site.url, ['Accept All'])
    const rows: Row[] = []
    for (const { way, isChoice } of presses) {
      const measured: number[] = []
      for (let time = 0; time < times; time++) measured.push(await measurePress(browser, site.url, way))
      const what = `banner: ${way.join(', ')}, to the paint`
      const row = { what, unit: 'ms', foyer: median(measured) }
      rows.push(singleRow(isChoice ? { ...row, goal: { atMost: budgetMs } } : row))
    }
    return rows
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function measurePress(browser: Browser, url: string, way: readonly string[]): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Accept All' }).waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await watchPresses(page)
    for (const name of way) await press(page, name)
    return await longestPress(page)
  } finally {
    await page.close()
  }
}

async function press(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`There is no button ${name}.`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    Object.assign(window, { pressed: [] })
  })
  await page.mouse.down()
  await page.waitForTimeout(pressedForMs)
  await page.mouse.up()
}

/** Everything counts, also what takes less than the 104 ms from which the browser tells by itself. */
function watchPresses(page: Page): Promise<void> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver((list) => {
      const { pressed } = window as unknown as { pressed: PerformanceEntry[] }
      pressed.push(...list.getEntries().filter(({ name }) => /^(pointer|mouse)(down|up)$|^click$/.test(name)))
    })
    Object.assign(window, { pressed: [] })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** The longest of the events of the last press. One that took under 16 ms is not told, and stands as 16. */
async function longestPress(page: Page): Promise<number> {
  await page.waitForTimeout(1_000)
  return page.evaluate(() => {
    const { pressed } = window as unknown as { pressed: PerformanceEntry[] }
    return Math.max(16, ...pressed.map(({ duration }) => duration))
  })
}
