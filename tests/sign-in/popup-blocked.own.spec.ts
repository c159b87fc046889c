/** With an auth domain on another site, as without our proxy. Its frame and Google are stand-ins. */
import { expect } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error-words'
import { closeContext } from '../support/browser'
import { mockAuthFrame } from '../support/gapi/gapi'
import { createContext } from '../support/session-browser'
import { test } from '../support/world'

test('a blocked popup has a message, as a redirect could not return, and the form stays usable', async ({
  world,
}) => {
  const context = await createContext(world)
  await mockAuthFrame(context, { hasStorage: true })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const words = describeIdentityError({ code: 'popup-blocked' })
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(submit).toHaveAttribute('aria-disabled', 'false')
  await closeContext(context)
})
