/**
 * How soon a press in the cookie banner is painted, on a processor four times as slow as this one (Chromium's throttling).
 * Measured by the browser itself: Event Timing, from the press to the next paint.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArguments, requireBrowser } from '../support/browser'
import { startByCommand } from '../support/command-site'
import { median, type Row, rowOf } from './table'

const slowdown = 4
const times = 7

/** Buttons to press one after the other; the last press is measured. The goal is for a choice, which Customize isn't. */
const presses = [['Reject All'], ['Accept All'], ['Customize', 'Save Preferences'], ['Customize']]

export async function measureInput(): Promise<Row[]> {
  const executablePath = requireBrowser()
  const site = await startByCommand()
  const browser = await chromium.launch({ executablePath, args: browserArguments() })
  try {
    // The first press of a browser that has just started is slower than any other.
    await measurePress(browser, site.url, ['Accept All'])
    const rows: Row[] = []
    for (const buttons of presses) {
      const measured: number[] = []
      for (let time = 0; time < times; time++) measured.push(await measurePress(browser, site.url, buttons))
      const goal = buttons.at(-1) === 'Customize' ? undefined : { atMost: 50 }
      const what = `banner: ${buttons.join(', ')}, to the paint`
      rows.push(rowOf({ what, unit: 'ms', foyer: median(measured), goal }))
    }
    return rows
  } finally {
    await browser.close()
    await site.stop()
  }
}

/** The duration of the last press. Event Timing leaves out what takes under 16 ms: it counts as 16. */
async function measurePress(browser: Browser, url: string, buttons: readonly string[]): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Accept All' }).waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await observePresses(page)
    for (const name of buttons) await press(page, name)
    await page.waitForTimeout(1_000)
    return await page.evaluate(() => {
      const { pressed } = window as unknown as { pressed: PerformanceEntry[] }
      return Math.max(16, ...pressed.map(({ duration }) => duration))
    })
  } finally {
    await page.close()
  }
}

/** For 80 ms, as a finger does. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.hover()
  await page.waitForTimeout(500)
  await page.evaluate(() => Object.assign(window, { pressed: [] }) && undefined)
  await page.mouse.down()
  await page.waitForTimeout(80)
  await page.mouse.up()
}

/** From 16 ms on; by default the browser reports events from 104 ms on. */
function observePresses(page: Page): Promise<void> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver((list) => {
      const { pressed } = window as unknown as { pressed: PerformanceEntry[] }
      pressed.push(...list.getEntries().filter(({ name }) => /^(pointer|mouse)(down|up)$|^click$/.test(name)))
    })
    Object.assign(window, { pressed: [] })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}
