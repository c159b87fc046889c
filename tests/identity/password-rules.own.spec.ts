/** Layout and accessibility of the rules for new passwords; their text is in `password-policy-form.own.spec`. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect } from '../support/fixtures'
import { stopClock } from '../support/page-clock'
import { fulfillJson, mockProvider, policies } from '../support/provider'
import { test } from '../support/session-browser'
import { email, password, rules, submit } from '../support/sign-up'

/** Opens the form at this width, holds back the policy, and expects no movement when the rules arrive. */
async function expectNoShift(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  let answer: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => {
    answer = resolve
  })
  const stop = await mockProvider(page, 'passwordPolicy', async (route) => {
    await isTime
    await fulfillJson(route, policies.everything)
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(rules(page)).toHaveCount(1)
  const before = await submit(page).boundingBox()
  answer()
  await expect(rules(page)).toHaveCount(5)
  expect(await submit(page).boundingBox()).toEqual(before)
  await stop()
}

test('the rules shift nothing, are announced once typing pauses, and are reachable by keyboard', async ({
  page,
}) => {
  await page.clock.install()
  for (const width of [320, 1280]) await test.step(`${width} px wide`, () => expectNoShift(page, width))

  await test.step('screen readers hear what is missing once typing pauses, not on each key', async () => {
    const spoken = page.locator('form').getByRole('status')
    await stopClock(page)
    for (const key of 'abcdefgh') {
      await page.clock.runFor(900)
      await password(page).press(key)
      await expect(spoken).toBeEmpty()
    }
    await expect(rules(page).first()).toHaveText(/done: /)
    await page.clock.runFor(900)
    await expect(spoken).toBeEmpty()
    await page.clock.runFor(200)
    await expect(spoken).toHaveText('Still missing: an uppercase letter, a number, and a symbol.')
    await page.clock.resume()
  })

  await test.step('the keyboard reaches the help about characters, then the button', async () => {
    await password(page).focus()
    for (const name of ['Show password', 'Which characters count?', 'Create account']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name })).toBeFocused()
      await expect(page.getByRole('button', { name })).toHaveCSS('outline-style', 'solid')
    }
  })

  await test.step('axe finds no violation in the rules and their messages', async () => {
    await email(page).fill('somebody@example.com')
    await password(page).fill('aB3')
    await page.getByRole('button', { name: 'Which characters count?' }).click()
    await submit(page).click()
    await expect(page.getByText('Your password still needs 8 to 20 characters')).toBeVisible()
    await expectAccessible(page)
  })
})
