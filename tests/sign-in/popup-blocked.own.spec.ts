/** Where the auth domain is another site, as a project without our proxy has it. Its frame and Google's loader are stand-ins. */
import { expect } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/problem'
import { closeContext } from '../support/contexts'
import { standInForFrame, standInForGapi } from '../support/gapi/gapi'
import { openContext } from '../support/session-browser'
import { test } from '../support/world'

test('a blocked popup has words immediately, as a redirect could not come back, and a password signs in', async ({
  world,
}) => {
  const { email, password } = world.google.accounts.add('popup-blocked@example.com', 'correct horse')
  const context = await openContext(world)
  await standInForGapi(context)
  await standInForFrame(context, { hasStorage: true })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const words = describeIdentityError({ code: 'popup-blocked' })
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
  await closeContext(context)
})
