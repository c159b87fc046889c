/** `/api/config` is slow: what is chosen before anybody knows of a tag is told when one is known. */
import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { apiRoutes } from '@/lib/site/api-routes'
import { none, openWithBanner, savePreferences } from '../support/consent-page'
import { tagScript } from '../support/gtag/server'
import { expect, expectHits, followLink, test } from '../support/tagged-site'

/** Keeps the settings of the next page back; returns the way to let them come. */
async function keepSettingsBack(page: Page): Promise<() => boolean> {
  const kept = new EventEmitter()
  const wait = once(kept, 'answer')
  await page.route(`**${apiRoutes.config}`, async (route) => {
    await wait
    await route.fallback()
  })
  return () => kept.emit('answer')
}

test('what happens before anybody knows of a tag is told afterwards', async ({ page, visit }) => {
  await test.step('a grant is told then, and counts its page once, but no page that was left before', async () => {
    const answer = await keepSettingsBack(page)
    const { accept, banner } = await openWithBanner(page)
    await followLink(page, 'Terms')
    await accept.click()
    await expect(banner).toBeHidden()
    expect(visit.requests()).toEqual([])
    answer()
    await expectHits(page, visit, {
      hits: [
        'cookie_consent consent_type=accept_all: accepted, on /terms',
        'consent_granted: accepted, on /terms',
        'page_view: accepted, on /terms',
      ],
      now: 'accepted',
    })
  })

  await test.step('pages that were left before are counted for whoever had granted it', async () => {
    const answer = await keepSettingsBack(page)
    await page.goto('/')
    await followLink(page, 'Terms')
    await followLink(page, 'Privacy')
    answer()
    await expectHits(page, visit, {
      hits: ['/', '/terms', '/privacy'].map((path) => `page_view: accepted, on ${path}`),
      now: 'accepted',
    })
  })

  await test.step('a change of mind is told in full, and only the last choice holds', async () => {
    const tags = () => visit.requests().filter((address) => address === tagScript).length
    const before = tags()
    const answer = await keepSettingsBack(page)
    await page.goto('/')
    await savePreferences(page, none)
    expect(tags()).toBe(before)
    answer()
    await expectHits(page, visit, {
      hits: [
        'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false: refused, on /',
      ],
      now: 'refused',
    })
  })
})
