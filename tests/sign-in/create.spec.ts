/** The URL for creating an account, and the advice on its password. */
import * as brand from '@/lib/site/brand'
import { expect, test } from '../support/fixtures'
import { waitForSignInForm } from '../support/visitor'

test('the home page leads to both forms, which have URLs and share what is typed and the return path', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await main.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/login?mode=create')
  await expect(page).toHaveTitle(brand.pageTitle('Create an account'))
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).press('Enter')
  await waitForSignInForm(page)
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle(brand.pageTitle('Sign in'))
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com')

  await test.step('advises against a new password if it is short or common, otherwise not', async () => {
    const password = page.getByLabel('Password')
    await password.fill('abc123')
    await expect(page.getByText('Passwords under 8 characters are easy to guess.').first()).toBeVisible()
    await password.fill('Password')
    await expect(page.getByText('A very common password. Choose another.').first()).toBeVisible()
    await expect(page.getByText(/good|long enough/)).toHaveCount(0)
    expect(await password.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true)
    await password.fill('a lantern under snow')
    await expect(page.getByText(/very common|easy to guess/)).toHaveCount(0)
  })

  await test.step('the return path is kept between the forms', async () => {
    await page.goto('/login?next=%2Fterms&notice=expired')
    await expect(page.getByText('You’ve been signed out.')).toBeVisible()
    // The notice is announced first.
    await expect(page.getByLabel('Email')).not.toBeFocused()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/login?mode=create&next=%2Fterms&notice=expired',
    )
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the keyboard does not open by itself', async ({ page }) => {
    await page.goto('/login')
    await waitForSignInForm(page)
    await expect(page.getByLabel('Email')).not.toBeFocused()
  })
})
