/** Errors without a code: a bug in the SDK or in how we use it. */
import type { Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error-words'
import { accountOn, expandRows } from '../support/account-page'
import { expect, newCredentials, test } from '../support/fixtures'
import { latestLink, sendMail } from '../support/mails'
import { fetchFromSite, removeRoutes } from '../support/routes'
import { accountMenu, openWithUser } from '../support/visitor'

const errorMessage = describeIdentityError({ code: 'sdk-fault' })
const bug = 'a bug in the SDK'
const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: errorMessage })

/** Patches the page's SDK so that calls to the provider throw a TypeError while `hasBug` is set. */
async function loadSdkWithBug(page: Page): Promise<void> {
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const answer = await fetchFromSite(route)
    const thrown = `{ if (window.hasBug) throw new TypeError('${bug}') }`
    const calls = /"POST",("\/v1\/accounts:\w+")/g
    const body = String(answer.body).replace(
      calls,
      (_, path) => `"POST",(() => { ${thrown} return ${path} })()`,
    )
    await route.fulfill({ ...answer, body })
  })
}

/** A chunk that is still loading when the page closes isn't a failure. */
test.afterEach(({ page }) => removeRoutes(page, 'wait'))

/** Sets whether calls fail on this page. */
function setBug(page: Page, hasBug = true): Promise<unknown> {
  return page.evaluate((value) => Object.assign(window, { hasBug: value }), hasBug)
}

test('each form shows an error, keeps what was typed, and works at the next press', async ({
  page,
  site,
}) => {
  const { email, password } = newCredentials()
  await loadSdkWithBug(page)
  await page.goto('/login')
  await setBug(page)

  await test.step('requests for mails', async () => {
    await page.getByLabel('Email').fill(email)
    // Our server requests sign-in links.
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const send = page.getByRole('button', { name: 'Email me a link' })
    await send.click()
    await expect(alertOf(page)).toBeVisible()
    await expect(send).toHaveAttribute('aria-disabled', 'false')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
  })

  await test.step('the sign-in form', async () => {
    await page.getByLabel('Password').fill(password)
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await signIn.click()
    await expect(alertOf(page)).toBeVisible()
    await expect(signIn).toHaveAttribute('aria-disabled', 'false')
    await expect(page.getByLabel('Password')).toHaveValue(password)
    await expect.poll(() => site.records().map(({ message }) => message)).toContain(bug)

    await page.getByRole('link', { name: 'Create an account' }).click()
    const create = page.getByRole('button', { name: 'Create account', exact: true })
    await create.click()
    await expect(alertOf(page)).toBeVisible()
    await expect(create).toHaveAttribute('aria-disabled', 'false')
    await setBug(page, false)
    await removeRoutes(page, 'wait')
    await create.click()
    await expect(page).toHaveURL('/app')
    await expect(accountMenu(page)).toBeVisible()
  })

  await test.step('the account page and its dialog', async () => {
    await loadSdkWithBug(page)
    await openWithUser(page, '/app/account')
    await expandRows(page)
    const on = accountOn(page)
    await setBug(page)
    await on.name.fill('Ada')
    await on.saveName.click()
    await expect(on.about.getByRole('alert').filter({ hasText: errorMessage })).toBeVisible()
    await expect(on.saveName).toHaveAttribute('aria-disabled', 'false')

    await on.startDeletion.click()
    await on.currentPassword.fill(password)
    await on.deleteAll.click()
    await expect(on.dialogProblem).toHaveText(errorMessage)
    await expect(on.deleteAll).toHaveAttribute('aria-disabled', 'false')
    await on.cancel.click()

    await setBug(page, false)
    await on.saveName.click()
    await expect(on.about.getByText('Name saved.')).toBeVisible()
  })

  await test.step('the page of a link', async () => {
    await page.addInitScript(() => Object.assign(window, { hasBug: true }))
    await sendMail(site, { requestType: 'PASSWORD_RESET', email })
    await page.goto(await latestLink(site, email, 'PASSWORD_RESET'))
    await expect(page.getByRole('status').filter({ hasText: errorMessage })).toBeVisible()
    await page.getByLabel('New password').fill('a new long password')
    const save = page.getByRole('button', { name: 'Save new password' })
    await save.click()
    await expect(alertOf(page)).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'false')
  })
})
