import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { accountOn, beginOnAccount } from '../support/account-page'
import { expect, test } from '../support/fixtures'

async function faultsOn(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze()
  expect(passes.length).toBeGreaterThan(10)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const width of [320, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({
        viewport: { width, height: 800 },
        colorScheme,
        expectedErrors: /400 \(Bad Request\)/,
        contextOptions: { reducedMotion: 'reduce' },
      })

      test('axe finds no fault on the account page, its messages and its dialog, and nothing is cut off', async ({
        page,
        site,
      }) => {
        await beginOnAccount(page, site)
        const on = accountOn(page)
        expect(await faultsOn(page)).toEqual([])
        await on.name.fill('x'.repeat(201))
        await on.saveProfile.click()
        await on.newPassword.fill('12345')
        await on.changePassword.click()
        await expect(on.password.getByText('Choose a longer password')).toBeVisible()
        await on.verify.click()
        await expect(page.getByText('A message is on its way')).toBeVisible()
        expect(await faultsOn(page)).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
        await on.startDeletion.click()
        await on.currentPassword.fill('not this one')
        await on.deleteAll.click()
        await expect(on.dialogProblem).toContainText('not the right password')
        expect(await faultsOn(page)).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
      })
    })
  }
}
