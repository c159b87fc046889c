/**
 * `npm run screens`: takes pictures of all pages and their states into `screens/`, at three widths, light and dark, and
 * `screens/index.html`, which shows them side by side. They are to be looked at; nothing compares them.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import type { Site } from '../support/site'
import { type State, states } from './states'

const widths = { 360: 740, 768: 1024, 1280: 800 }
const folder = 'screens'

// PostgreSQL, as a session is made older in it.
test.use({ expectedErrors: /./, database: 'postgres' })

for (const [name, open] of Object.entries(states)) {
  test(name, async ({ page, site, context }) => {
    if (name.startsWith('consent')) await context.addInitScript(() => localStorage.clear())
    await picture(page, site, name, open)
  })
}

test.afterAll(() => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'))
  const pictures = files.map(
    (file) => `<figure><img src="${file}" loading="lazy"><figcaption>${file}</figcaption></figure>`,
  )
  const style =
    'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:1rem;align-items:start}img{max-width:24rem;border:1px solid}'
  writeFileSync(`${folder}/index.html`, `<!doctype html><style>${style}</style>${pictures.join('\n')}`)
})

async function picture(page: Page, site: Site, name: string, open: State): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, site)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const [width, height] of Object.entries(widths))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: Number(width), height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // A dialog covers what is seen, not the whole page.
      const isCovered = (await page.locator('dialog[open]').count()) > 0
      const path = `${folder}/${name}-${width}-${colorScheme}.png`
      expect((await page.screenshot({ path, fullPage: !isCovered })).length).toBeGreaterThan(0)
    }
}
