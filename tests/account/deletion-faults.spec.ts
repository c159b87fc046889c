/** Deletions without a response, with a lost one, or refused. */
import type { Page, Route } from '@playwright/test'
import { accountOn, startOnCollapsedAccount } from '../support/account-page'
import { expect, test } from '../support/fixtures'
import { mockProvider, refuse } from '../support/provider'
import { abortRoute, fetchFromSite, queueAnswers } from '../support/routes'
import type { Site } from '../support/site'

test.use({ expectedErrors: /Failed to load resource/ })

async function beginDeletion(page: Page, site: Site) {
  const account = await startOnCollapsedAccount(page, site)
  const on = accountOn(page)
  const fill = async () => {
    await on.startDeletion.click()
    await on.currentPassword.fill(account.password)
  }
  await fill()
  const answerNext = await queueAnswers(page, '**/api/account')
  return { on, fill, answerNext }
}

test('a deletion that fails says how, can be repeated, and never counts as done while unknown', async ({
  page,
  site,
}) => {
  const { on, fill, answerNext } = await beginDeletion(page, site)

  await test.step('while it runs Escape doesn’t close the dialog, which then shows the error', async () => {
    const held: Route[] = []
    answerNext((route) => void held.push(route))
    await on.deleteAll.click()
    await expect.poll(() => held.length).toBe(1)
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await expect(on.deletion).toBeVisible()
    await held[0]?.fulfill({ status: 503, json: { code: 'account-half-deleted' } })
    await expect(on.dialogProblem).toContainText('Your notes have been deleted')
    await expect(on.deleteAll).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(on.deletion).toBeHidden()
  })

  await fill()
  const refuseWith = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { code } })
  for (const [answers, words] of [
    [[abortRoute, abortRoute], 'we don’t know whether anything was deleted'],
    [[refuseWith(503, 'account-not-deleted')], 'Nothing was deleted'],
    [[refuseWith(403, 'recent-sign-in-needed')], 'Enter your password to continue.'],
  ] as const)
    await test.step(words, async () => {
      answerNext(...answers)
      await on.deleteAll.click()
      await expect(on.dialogProblem).toContainText(words)
    })

  await test.step('one whose response is lost is repeated, which finds the account deleted', async () => {
    answerNext(async (route) => {
      await fetchFromSite(route)
      await route.abort()
    })
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
    await expect(page.getByText('Your account and notes have been deleted.')).toBeVisible()
  })
})

/** A test of its own, as a page without a session may leave at any time. */
test('a deletion whose responses are lost doesn’t count as done while the provider is unreachable', async ({
  page,
  site,
  context,
}) => {
  const { on, answerNext } = await beginDeletion(page, site)
  answerNext(abortRoute, abortRoute)
  await on.deleteAll.click()
  await expect(on.dialogProblem).toContainText('we don’t know whether anything was deleted')
  await mockProvider(page, 'token', (route) => refuse(route, 'The service is currently unavailable.', 503))
  await context.clearCookies()
  await on.deleteAll.click()
  await expect(on.dialogProblem).toContainText('You’ve been signed out.')
  await expect(page).toHaveURL('/app/account')
})
