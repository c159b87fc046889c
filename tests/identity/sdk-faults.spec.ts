/** What the SDK is rejected with and has no code for: a mistake in it, as in one call of its own or in our use of it. */
import type { Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/problem'
import { accountOn, openRows } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { openKnown, signInAsSomebody } from '../support/visitor'

const words = describeIdentityError({ code: 'sdk-fault' })
const mistake = 'a mistake in the SDK'
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: words })

/** The SDK of this page, in which calls of the provider throw a TypeError for as long as the page says so. */
async function loadSdkWithMistake(page: Page): Promise<void> {
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const thrown = `{ if (window.hasMistake) throw new TypeError('${mistake}') }`
    const calls = /"POST",("\/v1\/accounts:\w+")/g
    const body = code.replace(calls, (_, path) => `"POST",(() => { ${thrown} return ${path} })()`)
    await route.fulfill({ response, body })
  })
}

/** A chunk that is still on its way when the page goes is no fault of what is tested. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

/** From now on, on this page. */
function letItFail(page: Page, hasMistake = true): Promise<unknown> {
  return page.evaluate((fails) => Object.assign(window, { hasMistake: fails }), hasMistake)
}

test('the sign-in form says that something is wrong, keeps what was typed, and works at the next press', async ({
  page,
  site,
}) => {
  const { email, password } = await createAccount(site)
  await loadSdkWithMistake(page)
  await page.goto('/login')
  await letItFail(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  await expect(problem(page)).toBeVisible()
  await expect(signIn).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await expect.poll(() => site.records().map(({ message }) => message)).toContain(mistake)

  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(newCredentials().email)
  const create = page.getByRole('button', { name: 'Create account', exact: true })
  await create.click()
  await expect(problem(page)).toBeVisible()
  await expect(create).toHaveAttribute('aria-disabled', 'false')

  await letItFail(page, false)
  await page.unrouteAll({ behavior: 'wait' })
  await create.click()
  await expect(page).toHaveURL('/app')
})

test('requests for mails and the page of a link say so, and can be used again', async ({ page }) => {
  await loadSdkWithMistake(page)
  await page.goto('/login')
  await letItFail(page)
  await page.getByLabel('Email').fill('somebody@example.com')
  for (const name of ['Forgot your password?', 'Email me a sign-in link']) {
    await page.getByRole('button', { name }).click()
    const send = page.getByRole('button', { name: 'Email me a link' })
    await send.click()
    await expect(problem(page)).toBeVisible()
    await expect(send).toHaveAttribute('aria-disabled', 'false')
    await page.getByRole('button', { name: 'Back' }).click()
  }
  await page.addInitScript(() => Object.assign(window, { hasMistake: true }))
  await page.goto('/auth/action?mode=resetPassword&oobCode=made-up')
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  await page.getByLabel('New password').fill('a new long password')
  const save = page.getByRole('button', { name: 'Save new password' })
  await save.click()
  await expect(problem(page)).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'false')
})

test('the account page and its dialog say so, and can be used again', async ({ page, site }) => {
  await loadSdkWithMistake(page)
  const { password } = await signInAsSomebody(page, site)
  await openKnown(page, '/app/account')
  await openRows(page)
  const on = accountOn(page)
  await letItFail(page)
  await on.name.fill('Ada')
  await on.saveName.click()
  await expect(on.about.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(on.saveName).toHaveAttribute('aria-disabled', 'false')

  await on.startDeletion.click()
  await on.currentPassword.fill(password)
  await on.deleteAll.click()
  await expect(on.dialogProblem).toHaveText(words)
  await expect(on.deleteAll).toHaveAttribute('aria-disabled', 'false')
  await on.cancel.click()

  await letItFail(page, false)
  await on.saveName.click()
  await expect(on.about.getByText('Name saved.')).toBeVisible()
})
