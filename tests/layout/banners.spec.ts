/** Every page shows the banner of cookies, and in emulator mode that of the emulator. The static ones: `public-pages`. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pages } from '@/lib/site/pages'
import { createAccount } from '../support/accounts'
import { consentOn, setBannerDelay } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { signIn as beOwner, callNotes, putNote, readJson } from '../support/note-calls'
import { mockProvider } from '../support/provider'
import { storeUser } from '../support/sdk-user'
import { signInWithoutForm } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /40[14] \(/ })

const emulatorWords = 'Running in emulator mode. Do not use with production credentials.'
const open = pages.filter(({ guard, rendering }) => guard !== 'session' && rendering === 'dynamic')
const guarded = pages.filter(({ guard, pattern }) => guard === 'session' && !pattern.includes('{'))

async function expectBanners(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(consentOn(page).banner, 'cookies').toBeVisible()
    await expect(page.getByText(emulatorWords, { exact: true }), 'emulator').toBeVisible()
    expect(new URL(page.url()).pathname, 'it stays there').toBe(path)
  })
}

test('both banners are on every dynamic page of the site map', async ({ page, site }) => {
  await setBannerDelay(page, 'at once')
  const account = await createAccount(site)
  // Without an answer of the provider the page that renews a session stays.
  await storeUser(page, site, account)
  await mockProvider(page, 'token', () => undefined)
  for (const { pattern } of open) await expectBanners(page, pattern)

  const owner = await beOwner(site)
  const id = randomUUID()
  await putNote(site, owner, id, { text: 'to be read' })
  const { id: shareId } = await readJson(callNotes(site, owner, 'PUT', `${id}/share`, { endsAt: null }))
  await signInWithoutForm(page, site, account)
  for (const { pattern } of guarded) await expectBanners(page, pattern)
  await expectBanners(page, `/share/${shareId}`)
  await expect(page.getByText('to be read')).toBeVisible()
  for (const path of ['/share', '/app']) await expectBanners(page, `${path}/${randomUUID()}`)
})
