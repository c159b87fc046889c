import type { Page } from '@playwright/test'
import { consentPolicy } from '@/lib/consent'
import { consentOn, rememberChoice, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false, timezoneId: 'Europe/Berlin' })

const unchosen = { choice: null, time: null }

const stored = (changes: object) => ({
  choice: JSON.stringify({
    essential: true,
    analytics: true,
    marketing: false,
    policy: consentPolicy,
    type: 'custom',
    ...changes,
  }),
  time: '2026-11-20T16:03:00.000Z',
})

async function openFromBanner(page: Page): Promise<void> {
  await page.goto('/')
  await consentOn(page).customize.click()
  await expect(consentOn(page).dialog).toBeVisible()
}

test('the dialog says what the specification says', async ({ page }) => {
  const { dialog } = consentOn(page)
  await openFromBanner(page)
  await expect(dialog.getByRole('heading')).toHaveText('Manage Cookie Preferences')
  await expect(dialog.getByRole('switch')).toHaveCount(3)
  for (const [name, text] of [
    ['Essential Cookies', 'Required for basic site functionality Always active'],
    ['Analytics Cookies', 'Help us understand how visitors interact with our website'],
    ['Marketing Cookies', 'Used to track visitors across websites for marketing'],
  ] as const) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('switch', { name, exact: true })).toHaveAccessibleDescription(text)
  }
  await expect(dialog.getByRole('button').last()).toHaveText('Save Preferences')
})

test('it is a native modal with the focus inside, and nothing behind it can be reached', async ({ page }) => {
  const { dialog } = consentOn(page)
  await openFromBanner(page)
  expect(await dialog.evaluate((element) => element.matches('dialog:modal'))).toBe(true)
  const where = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('dialog') ? 'dialog' : element?.tagName
    })
  expect(await where()).toBe('dialog')
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press(key)
      // From the last element the keyboard goes on to the browser's own controls: the page has no focus then.
      expect(['dialog', 'BODY']).toContain(await where())
    }
  }
})

for (const way of ['Escape', 'the close button'] as const) {
  test(`${way} closes it, records nothing, and gives the focus back to Customize`, async ({ page }) => {
    const { dialog, banner, customize, analytics, closeDialog } = consentOn(page)
    await openFromBanner(page)
    await analytics.click()
    await expect(analytics).toBeChecked()
    await (way === 'Escape' ? page.keyboard.press('Escape') : closeDialog.click())
    await expect(dialog).toHaveCount(0)
    await expect(banner).toBeVisible()
    await expect(customize).toBeFocused()
    expect(await storedChoice(page)).toEqual(unchosen)
    await customize.click()
    await expect(analytics, 'what was not saved is forgotten').not.toBeChecked()
  })
}

for (const { path, area } of [
  { path: '/terms', area: 'contentinfo' },
  { path: '/privacy', area: 'main' },
] as const) {
  test(`it is reached at any time from ${area} of ${path}, and the focus goes back there`, async ({
    page,
  }) => {
    const { dialog, banner, analytics, save } = consentOn(page)
    const settings = page.getByRole(area).getByRole('button', { name: 'Cookie settings' })
    await rememberChoice(page, stored({}))
    await page.clock.setFixedTime('2026-11-20T18:00:00Z')
    await page.goto(path)
    await settings.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(settings).toBeFocused()
    await settings.click()
    await analytics.click()
    await save.click()
    await expect(dialog).toHaveCount(0)
    await expect(settings).toBeFocused()
    await expect(banner).toHaveCount(0)
    expect(JSON.parse((await storedChoice(page)).choice ?? '')).toMatchObject({ analytics: false })
  })
}

test('the essential switch is on and cannot be changed', async ({ page }) => {
  const { essential, dialog } = consentOn(page)
  await openFromBanner(page)
  await expect(essential).toBeChecked()
  await expect(essential).toBeDisabled()
  await dialog.getByText('Essential Cookies', { exact: true }).click({ force: true })
  await essential.click({ force: true })
  await expect(essential).toBeChecked()
})

for (const [analyticsOn, marketingOn] of [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const) {
  test(`analytics ${analyticsOn}, marketing ${marketingOn}: saved, stored, and shown again`, async ({
    page,
  }) => {
    const { dialog, banner, analytics, marketing, save, settings } = consentOn(page)
    await page.clock.setFixedTime('2026-11-20T16:03:00Z')
    await openFromBanner(page)
    await expect(analytics).not.toBeChecked()
    await expect(marketing).not.toBeChecked()
    await analytics.setChecked(analyticsOn)
    await marketing.setChecked(marketingOn)
    await save.click()
    await expect(dialog).toHaveCount(0)
    await expect(banner).toHaveCount(0)
    const { choice, time } = await storedChoice(page)
    expect(JSON.parse(choice ?? '')).toEqual({
      essential: true,
      analytics: analyticsOn,
      marketing: marketingOn,
      policy: consentPolicy,
      type: 'custom',
      gpc: false,
    })
    expect(time).toBe('2026-11-20T16:03:00.000Z')
    await page.reload()
    await settings.click()
    await expect(analytics).toBeChecked({ checked: analyticsOn })
    await expect(marketing).toBeChecked({ checked: marketingOn })
  })
}

const when = 'on 20 November 2026 at 17:03, under version 1 of our cookie policy'

for (const { what, changes, receipt } of [
  {
    what: 'accepted',
    changes: { marketing: true, type: 'accept_all' },
    receipt: `You accepted all cookies ${when}.`,
  },
  {
    what: 'rejected',
    changes: { analytics: false, type: 'reject_all' },
    receipt: `You rejected all cookies that are not essential ${when}.`,
  },
  {
    what: 'saved preferences',
    changes: {},
    receipt: `You saved your preferences (analytics on, marketing off) ${when}.`,
  },
  {
    what: 'chosen under Global Privacy Control',
    changes: { gpc: true },
    receipt: `You saved your preferences (analytics on, marketing off) ${when}, while your browser sent Global Privacy Control.`,
  },
]) {
  test(`whoever has ${what} reads what, when and under which policy`, async ({ page }) => {
    const { dialog, settings } = consentOn(page)
    await rememberChoice(page, stored(changes))
    await page.clock.setFixedTime('2026-11-21T16:03:00Z')
    await page.goto('/')
    await settings.click()
    await expect(dialog.getByText(receipt, { exact: true })).toBeVisible()
  })
}

test('whoever has not chosen reads that', async ({ page }) => {
  await openFromBanner(page)
  const receipt = 'You have not chosen yet. Until you do, only essential cookies are used.'
  await expect(consentOn(page).dialog.getByText(receipt, { exact: true })).toBeVisible()
})
