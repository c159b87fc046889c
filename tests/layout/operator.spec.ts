import { expect, test } from '../support/fixtures'
import { changeConfig, exampleOperator } from '../support/operator'

const address = 'Example Ltd, 1 Example Street, Exampletown EX1 2AB, United Kingdom'

const americanDate = /^Last updated [A-Z][a-z]+ \d{1,2}, 20\d\d$/

test('the legal pages name the operator, the law and the periods', async ({ page }) => {
  await changeConfig(page, { operator: exampleOperator })
  const main = page.getByRole('main')
  await page.goto('/privacy')
  await expect(main).toContainText(`“We” are ${address}.`)
  await expect(main.getByText('30 days', { exact: true })).toBeVisible()
  await expect(main.getByText('1 day', { exact: true })).toBeVisible()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(main).toContainText(`“We” are ${address}; “you”`)
  await expect(main).toContainText('The law of England and Wales governs these terms.')
})

test('without settings the legal pages use general words, and the contact page says what is missing', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const answered = page.waitForResponse('**/api/config')
  await page.goto('/privacy')
  await answered
  await expect(main).toContainText('“We” are the people who run this site.')
  await expect(main).toContainText(
    'Until we’ve looked into the faults and attacks it shows, the oldest entries first.',
  )
  await expect(main).toContainText(
    'says it’s from a program, such as a search engine’s crawler: its IP address, too',
  )
  await expect(main.getByText(americanDate)).toBeVisible()
  const contents = main.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const titles = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(await contents.allTextContents()).toEqual(titles)
  await contents.getByText('Your rights').click()
  await expect(main.getByRole('heading', { name: 'Your rights' })).toBeInViewport()
  await page.goto('/terms')
  await expect(main.getByText(americanDate)).toBeVisible()
  await expect(main).toContainText('The law of the country where we’re based governs these terms.')

  await page.goto('/contact')
  await expect(main.getByText('There’s no contact address yet.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Write an email' })).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
})

const toContact = /^(contact|contact us|tell us)$/i

test('without an address no page links to the contact page, and no sentence speaks of it', async ({
  page,
}) => {
  const link = page.getByRole('link', { name: toContact })
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expect(link).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/contact us|tell us/i, { useInnerText: true })
  }
  await changeConfig(page, { operator: exampleOperator })
  for (const path of ['/terms', '/privacy']) {
    const answered = page.waitForResponse('**/api/config')
    await page.goto(path)
    await answered
    await expect(link).toHaveCount(3)
  }
})

test('the contact page shows the address, and copies or selects it', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await changeConfig(page, { operator: exampleOperator })
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByText('hello@example.com', { exact: true })).toBeVisible()
  await expect(main).toContainText(`By post: ${address}`)
  await expect(main.getByRole('link', { name: 'Write an email' })).toHaveAttribute('href', '/api/contact')
  await expect(main.getByText('There’s no contact address yet.')).toBeHidden()
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(main.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('hello@example.com')

  await test.step('where the clipboard is closed, it is selected instead', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByText('Press Ctrl+C or ⌘C to copy')).toBeVisible()
    expect(await page.evaluate(() => String(getSelection()))).toBe('hello@example.com')
  })
})
