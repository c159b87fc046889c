/** Accessibility checks of a page in different looks. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { waitForAnimations } from './pages'

export type Look = { width: number; colorScheme: 'light' | 'dark'; forcedColors?: 'active' }

type Rules = Record<string, { enabled: boolean }>
type Axe = { run(options: { resultTypes: string[]; rules: Rules }): ReturnType<AxeBuilder['analyze']> }

/** Off by default: targets have at least 24 px (WCAG 2.5.8). */
const rules: Rules = { 'target-size': { enabled: true } }

/** In pairs: only the narrow one can overflow, and each has its colors. */
const looks: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]

/** Checks that axe finds nothing, and that nothing scrolls sideways, in each look. The last look stays. */
export async function expectAccessible(page: Page, among: readonly Look[] = looks): Promise<void> {
  for (const { width, colorScheme, forcedColors = 'none' } of among) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    const { faults, passes } = await runAxe(page)
    const look = `${page.url()}, ${width} px wide, ${colorScheme}, forced colours ${forcedColors}`
    expect([...faults, ...(await horizontalOverflow(page))], look).toEqual([])
    expect(passes, look).toBeGreaterThan(10)
  }
}

/** What axe finds on the page. Axe is injected once per document, which takes five times as long as a check. */
export async function runAxe(page: Page): Promise<{ faults: string[]; passes: number }> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations, passes } = isThere
    ? await page.evaluate(
        (rules) => (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'], rules }),
        rules,
      )
    : await new AxeBuilder({ page }).setLegacyMode().options({ rules }).analyze()
  const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  return { faults, passes: passes.length }
}

/** What scrolls sideways: the page, or an open dialog. */
export function horizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    return places
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} px wide`)
  })
}
