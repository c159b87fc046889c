/** Deletions that do not go through at once: no answer, a lost one, a refusal. */
import type { Page, Route } from '@playwright/test'
import { accountOn, beginOnAccount } from '../support/account-page'
import { expect, test } from '../support/fixtures'
import { refuse, standIn } from '../support/provider'
import type { Site } from '../support/site'

test.describe('while a deletion is under way', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  async function beginDeletion(page: Page, site: Site) {
    const account = await beginOnAccount(page, site)
    const on = accountOn(page)
    await on.startDeletion.click()
    await on.currentPassword.fill(account.password)
    return on
  }

  test('whose answer is lost is asked for again, which finds the account gone', async ({ page, site }) => {
    const on = await beginDeletion(page, site)
    await page.route(
      '**/api/account',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
  })

  test('whose answers are lost is not taken for done while the provider cannot be asked', async ({
    page,
    site,
    context,
  }) => {
    const on = await beginDeletion(page, site)
    await page.route('**/api/account', (route) => route.abort(), { times: 2 })
    await on.deleteAll.click()
    await expect(on.dialogProblem).toContainText('we don’t know whether anything was deleted')
    await standIn(page, 'token', (route) => refuse(route, 'The service is currently unavailable.', 503))
    await context.clearCookies()
    await on.deleteAll.click()
    await expect(on.dialogProblem).toContainText('You’ve been signed out.')
    await expect(page).toHaveURL('/app/account')
  })

  test('no Escape closes the dialog, and what goes wrong is told there', async ({ page, site }) => {
    const on = await beginDeletion(page, site)
    const held: Route[] = []
    await page.route('**/api/account', (route) => void held.push(route))
    await on.deleteAll.click()
    await expect.poll(() => held.length).toBe(1)
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await expect(on.deletion).toBeVisible()
    await held[0]?.fulfill({ status: 503, json: { code: 'account-half-deleted' } })
    await expect(on.dialogProblem).toBeVisible()
    await expect(on.deleteAll).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(on.deletion).toBeHidden()
  })

  test('each fault has its words, and the next try works', async ({ page, site }) => {
    const on = await beginDeletion(page, site)
    for (const { status, code, words } of [
      { status: 0, code: 'no answer', words: 'we don’t know whether anything was deleted' },
      { status: 503, code: 'account-not-deleted', words: 'Nothing was deleted' },
      { status: 503, code: 'account-half-deleted', words: 'Your notes have been deleted' },
      { status: 403, code: 'recent-sign-in-needed', words: 'For your security, confirm your password' },
    ]) {
      await test.step(code, async () => {
        await page.route(
          '**/api/account',
          (route) => (status === 0 ? route.abort() : route.fulfill({ status, json: { code } })),
          { times: status === 0 ? 2 : 1 },
        )
        await on.deleteAll.click()
        await expect(on.dialogProblem).toContainText(words)
      })
    }
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
    await expect(page.getByText('Your account and notes have been deleted.')).toBeVisible()
  })
})
