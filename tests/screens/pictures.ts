/**
 * `npm run screens`: takes pictures of all pages and their states into `screens/`, at three widths, light and dark, at
 * 400 % zoom, very wide, in forced colors and on paper, and writes `screens/index.html`, which shows them side by side.
 * They are for people to look at; nothing compares them. The command fails by what axe finds in each state, light and
 * dark, and by what is wider than its container.
 */

import { readdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { horizontalOverflow, runAxe } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { waitForAnimations } from '../support/pages'
import type { Site } from '../support/site'
import type { Step } from './states'

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>
type Look = Media & { name: string; size: [width: number, height: number]; isJudged?: boolean }

const looks: readonly Look[] = [
  { name: '360-light', size: [360, 740], colorScheme: 'light', isJudged: true },
  { name: '360-dark', size: [360, 740], colorScheme: 'dark' },
  { name: '768-light', size: [768, 1024], colorScheme: 'light' },
  { name: '768-dark', size: [768, 1024], colorScheme: 'dark' },
  { name: '1280-light', size: [1280, 800], colorScheme: 'light' },
  { name: '1280-dark', size: [1280, 800], colorScheme: 'dark', isJudged: true },
  { name: '1920-light', size: [1920, 1080], colorScheme: 'light' },
  // What 1280 × 1024 at 400 % leaves (WCAG 1.4.10).
  { name: 'zoomed', size: [320, 256], colorScheme: 'light' },
  { name: 'forced', size: [768, 1024], colorScheme: 'dark', forcedColors: 'active' },
  // A4 in CSS pixels, from a dark screen.
  { name: 'paper', size: [794, 1123], colorScheme: 'dark', media: 'print' },
]

/** The page tries again by itself, which axe takes for a time limit: there is nothing to be late for. */
const isExpectedFault = (fault: string) => fault.startsWith('meta-refresh: ')

const folder = 'screens'

/** Makes a test of each state that takes its pictures. */
export function takeEach(states: Record<string, Step>): void {
  // PostgreSQL, as a session is made older in it.
  test.use({ expectedErrors: /./, database: 'postgres', host: 'localhost' })

  for (const [name, open] of Object.entries(states)) {
    test(name, async ({ page, site, context }) => {
      if (name.startsWith('consent')) await context.addInitScript(() => localStorage.clear())
      await takePictures(page, site, name, open)
    })
  }

  test.afterAll(writeIndex)
}

function writeIndex(): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'))
  const pictures = files.map(
    (file) => `<figure><img src="${file}" loading="lazy"><figcaption>${file}</figcaption></figure>`,
  )
  const style =
    'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:1rem;align-items:start}img{max-width:24rem;border:1px solid}'
  writeFileSync(`${folder}/index.html`, `<!doctype html><style>${style}</style>${pictures.join('\n')}`)
}

async function takePictures(page: Page, site: Site, name: string, open: Step): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, site)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const { name: look, size, isJudged, ...media } of looks) {
    await page.setViewportSize({ width: size[0], height: size[1] })
    await page.emulateMedia({ media: 'screen', forcedColors: 'none', reducedMotion: 'reduce', ...media })
    await waitForAnimations(page)
    // A dialog covers what is seen, not the whole page.
    const isCovered = (await page.locator('dialog[open]').count()) > 0
    const path = `${folder}/${name}-${look}.png`
    expect((await page.screenshot({ path, fullPage: !isCovered })).length).toBeGreaterThan(0)
    const found = isJudged ? (await runAxe(page)).faults.filter((fault) => !isExpectedFault(fault)) : []
    expect.soft([...found, ...(await horizontalOverflow(page))], look).toEqual([])
  }
}
