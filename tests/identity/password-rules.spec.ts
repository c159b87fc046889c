/** How the rules for new passwords look, sound and feel; what they say is in `password-policy.spec`. */
import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/page-clock'
import { give, policies, standIn } from '../support/provider'
import { email, openForm, password, rules, submit } from '../support/sign-up'

for (const width of [320, 360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('nothing moves when the rules come', async ({ page }) => {
      let answer: () => void = () => undefined
      const isTime = new Promise<void>((resolve) => {
        answer = resolve
      })
      await standIn(page, 'passwordPolicy', async (route) => {
        await isTime
        await give(route, policies.everything)
      })
      await page.goto('/login')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(rules(page)).toHaveCount(1)
      const before = await submit(page).boundingBox()
      answer()
      await expect(rules(page)).toHaveCount(5)
      expect(await submit(page).boundingBox()).toEqual(before)
    })
  })
}

test('a screen reader hears what is missing once the typing pauses, and not on each key', async ({
  page,
}) => {
  await page.clock.install()
  await openForm(page, policies.everything)
  await expect(rules(page)).toHaveCount(5)
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
})

test('the keyboard reaches the question about characters, and goes on to the button', async ({ page }) => {
  await openForm(page, policies.everything)
  await password(page).focus()
  // It comes with the rules: a key that is faster passes it by.
  await expect(page.getByRole('button', { name: 'Which characters count?' })).toBeVisible()
  for (const name of ['Show password', 'Which characters count?', 'Create account']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
    await expect(page.getByRole('button', { name })).toHaveCSS('outline-style', 'solid')
  }
})

test('axe finds no fault in the rules, nor in the words about what is missing', async ({ page }) => {
  await openForm(page, policies.everything)
  await email(page).fill('somebody@example.com')
  await password(page).fill('aB3')
  await page.getByRole('button', { name: 'Which characters count?' }).click()
  await submit(page).click()
  await expect(page.getByText('Your password still needs 8 to 20 characters')).toBeVisible()
  await expectNoFault(page)
})
