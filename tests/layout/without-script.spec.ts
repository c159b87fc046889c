import type { Page } from '@playwright/test'
import * as brand from '@/lib/site/brand'
import { expect, test } from '../support/fixtures'

/** Enter in the filled form sends nothing, as its button is disabled, and what was typed stays. */
async function expectNothingSent(page: Page) {
  await page.goto('/login?next=%2Fterms')
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password').fill('never in an address')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/login?next=%2Fterms')
  await expect(page.getByLabel('Email')).toHaveValue('someone@example.com')
  await expect(page.getByLabel('Password')).toHaveValue('never in an address')
}

/** Runs in the page: deletes the rules that only supported browsers apply. */
function ignoreNewStyles(): void {
  for (const sheet of document.styleSheets)
    for (const [n, rule] of [...sheet.cssRules].entries())
      if (rule instanceof CSSSupportsRule && rule.conditionText.includes('font-synthesis-weight'))
        sheet.deleteRule(n)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an unsupported browser gets a message', async ({ page }) => {
    const words = page.getByText('Your browser is too old')
    await page.goto('/login')
    await expect(words).toBeHidden()
    await page.evaluate(ignoreNewStyles)
    await expect(words).toBeVisible()
  })

  test('a password never gets into a URL, and every public page can be read', async ({ page, site }) => {
    await test.step('the form says what it needs, and sends nothing', async () => {
      await expectNothingSent(page)
      await expect(page.getByText('Turn it on for this site')).toBeVisible()
    })

    await test.step('a form sent anyway gets a message', async () => {
      const form = { email: 'someone@example.com', password: 'never in an address' }
      const sent = await page.request.post('/login?next=%2Fterms', {
        form,
        headers: { origin: site.url },
        maxRedirects: 0,
      })
      expect(sent.status()).toBe(303)
      expect(sent.headers().location).toMatch(/\/login\?next=%2Fterms&notice=not-sent$/)
      await page.goto('/login?notice=not-sent')
      await expect(page.getByText('The page was still loading, so nothing was sent')).toBeVisible()
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(page).toHaveURL('/login?mode=create&notice=not-sent')
      await expect(page).toHaveTitle(brand.pageTitle('Create an account'))
      await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
      await page.getByRole('link', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    })

    await test.step('every public page can be read, and the contact page says that it has no address', async () => {
      for (const path of ['/', '/terms', '/privacy', '/contact']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const footer = page.getByRole('contentinfo')
        await expect(footer.getByRole('link')).toHaveCount(3)
        for (const role of ['button', 'combobox'] as const)
          await expect(footer.getByRole(role)).toHaveCount(0)
      }
      await page.getByRole('link', { name: 'Write an email' }).click()
      await expect(page.getByText('There’s no contact address yet.')).toBeVisible()
    })
  })
})

test.describe('before the scripts load', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('the form sends nothing, and keeps what is typed', async ({ page }) => {
    await page.route('**/_next/static/chunks/**', (route) => route.abort())
    await expectNothingSent(page)
  })
})
