import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'

async function send(page: Page) {
  await page.goto('/login?next=%2Fterms')
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password').fill('never in an address')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function expectAddressWithoutSecrets(page: Page) {
  await expect(page).toHaveURL('/login?next=%2Fterms&notice=not-sent')
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form says what it needs, and a password never stands in an address', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByText('Please switch it on for this site')).toBeVisible()
    await send(page)
    await expectAddressWithoutSecrets(page)
    await expect(page.getByText('The form was sent before the page was ready')).toBeVisible()
  })

  test('every public page can be read', async ({ page }) => {
    for (const path of ['/', '/terms', '/privacy', '/contact']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test('the contact page says that no address is set', async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('link', { name: 'Write an email' }).click()
    await expect(page.getByText('have not given an address')).toBeVisible()
  })
})

test.describe('before the scripts have come', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('a form sent early never puts the password into an address', async ({ page }) => {
    await page.route('**/_next/static/chunks/**', (route) => route.abort())
    await send(page)
    await expectAddressWithoutSecrets(page)
    await expect(page.getByText('Please try again')).toBeVisible()
  })
})
