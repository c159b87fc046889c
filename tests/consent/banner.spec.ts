import type { Locator } from '@playwright/test'
import { consentPolicy } from '@/lib/consent'
import { awaitRest, consentOn, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

test('the banner says what the specification says, and asks what it asks', async ({ page }) => {
  const { banner } = consentOn(page)
  await page.goto('/')
  await expect(banner.getByRole('heading', { level: 2 })).toHaveText('We use cookies')
  await expect(banner.locator('p')).toHaveText([
    'We use cookies to improve your experience and analyze traffic.',
  ])
  await expect(banner.locator('button:not([aria-label])')).toHaveText([
    'Reject All',
    'Customize',
    'Accept All',
  ])
  await expect(banner.getByRole('button')).toHaveCount(4)
})

const ways = [
  { button: 'reject', type: 'reject_all', isGranted: false },
  { button: 'close', type: 'reject_all', isGranted: false },
  { button: 'accept', type: 'accept_all', isGranted: true },
] as const

for (const { button, type, isGranted } of ways) {
  test(`${button}: the choice and its time are stored, and nobody is asked again`, async ({ page }) => {
    const { [button]: pressed, banner, settings } = consentOn(page)
    await page.clock.setFixedTime('2026-11-20T16:03:00Z')
    await page.goto('/')
    await pressed.click()
    await expect(banner).toHaveCount(0)
    const { choice, time } = await storedChoice(page)
    expect(JSON.parse(choice ?? '')).toEqual({
      essential: true,
      analytics: isGranted,
      marketing: isGranted,
      policy: consentPolicy,
      type,
      gpc: false,
    })
    expect(time).toBe('2026-11-20T16:03:00.000Z')
    await page.clock.install({ time: '2026-11-20T16:04:00Z' })
    await page.reload()
    await expect(settings).toBeEnabled()
    await page.clock.fastForward(10_000)
    await settings.click()
    await expect(consentOn(page).dialog).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
}

test('nothing is stored before a choice, however long the banner stands', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(consentOn(page).settings).toBeEnabled()
  await page.clock.fastForward('01:00:00')
  await expect(consentOn(page).banner).toBeVisible()
  expect(await storedChoice(page)).toEqual({ choice: null, time: null })
  expect(await page.context().cookies()).toEqual([])
})

test('a choice in one tab closes the banner in the others', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/')
  await other.goto('/terms')
  await expect(consentOn(other).banner).toBeVisible()
  await consentOn(page).accept.click()
  await expect(consentOn(other).banner).toHaveCount(0)
})

for (const fault of ['full', 'forbidden'] as const) {
  test(`with a storage that is ${fault} the banner still answers, for this page`, async ({ page }) => {
    const { banner, accept, settings, analytics } = consentOn(page)
    await page.addInitScript((name) => {
      const refuse = () => {
        throw new DOMException('No', name === 'full' ? 'QuotaExceededError' : 'SecurityError')
      }
      if (name === 'full') Storage.prototype.setItem = refuse
      else Object.defineProperty(window, 'localStorage', { get: refuse })
    }, fault)
    await page.goto('/')
    await accept.click()
    await expect(banner).toHaveCount(0)
    await page.getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveURL('/terms')
    await settings.click()
    await expect(analytics).toBeChecked()
    await expect(banner).toHaveCount(0)
  })
}

test('a browser that sends Global Privacy Control is told that it is honoured, and the choice says so', async ({
  page,
}) => {
  const { banner, accept } = consentOn(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/')
  await expect(banner.getByText('Your browser sends Global Privacy Control, and we honour it')).toBeVisible()
  await accept.click()
  expect(JSON.parse((await storedChoice(page)).choice ?? '')).toMatchObject({ analytics: true, gpc: true })
})

const looks = [
  'color',
  'backgroundColor',
  'borderColor',
  'borderWidth',
  'borderRadius',
  'fontFamily',
] as const
const type = ['fontSize', 'fontWeight', 'lineHeight', 'textDecorationLine', 'opacity', 'boxShadow'] as const

async function lookOf(button: Locator) {
  const box = await button.boundingBox()
  const style = await button.evaluate(
    (element, names) => names.map((name) => `${name}: ${getComputedStyle(element)[name]}`),
    [...looks, ...type],
  )
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0), style }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const forcedColors of ['none', 'active'] as const) {
    test.describe(`${colorScheme}, forced colours ${forcedColors}`, () => {
      test.use({ colorScheme, contextOptions: { forcedColors } })

      test('Reject All is as prominent as Accept All at every width', async ({ page }) => {
        const { reject, accept, banner } = consentOn(page)
        await page.goto('/')
        await expect(banner).toBeVisible()
        await page.mouse.move(0, 0)
        await awaitRest(page)
        for (const width of [320, 360, 414, 480, 600, 768, 1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const look = await lookOf(reject)
          expect(look.width, `${width} px`).toBeGreaterThan(80)
          expect(await lookOf(accept), `${width} px`).toEqual(look)
          const [one, other] = [await reject.boundingBox(), await accept.boundingBox()]
          expect(one?.y, `${width} px: in one row`).toBe(other?.y)
        }
      })
    })
  }
}

test('all that can be pressed is at least 44 px high and wide', async ({ page }) => {
  const { banner, close, reject, customize, accept } = consentOn(page)
  await page.goto('/')
  await expect(banner).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const button of [close, reject, customize, accept]) {
      const box = await button.boundingBox()
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
    }
  }
})
