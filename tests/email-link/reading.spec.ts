import type { Route } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn, changeAddress, isUnused, latestLink, sendMail } from '../support/mails'
import { mockProvider } from '../support/provider'
import { removeRoute } from '../support/routes'

test.use({ expectedErrors: /400 \(Bad Request\)|net::ERR_/ })

const used = 'This link is incomplete or has already been used.'

test('a code that does not match its link’s mode is invalid, and stays unused', async ({ page, site }) => {
  const { email, idToken } = await createAccount(site)
  await changeAddress(site, idToken, `new-${email}`)
  const link = await latestLink(site, email, 'RECOVER_EMAIL')
  const held: Route[] = []
  await mockProvider(page, 'accounts:resetPassword', (route) => void held.push(route))
  await page.goto(link.replace('recoverEmail', 'verifyEmail'))
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByText('Checking this link…')).toBeVisible()
  // There's no button before the address is shown.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await held[0]?.continue()
  await expect(page.getByText(used)).toBeVisible()
  expect(await isUnused(site, link)).toBe(true)
})

test('a password link says that the provider does not respond, and works once it does', async ({
  page,
  site,
}) => {
  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  const link = await latestLink(site, email, 'PASSWORD_RESET')
  await page.route('**/v1/accounts:resetPassword*', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByText('We couldn’t reach the sign-in service.')).toBeVisible()
  await page.getByLabel('New password').fill('typed before')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We couldn’t reach the sign-in service.' }),
  ).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('typed before')
  await removeRoute(page, '**/v1/accounts:resetPassword*')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your new password has been saved.')).toBeVisible()
  expect(await canSignIn(site, email, 'typed before')).toBe(true)
})
