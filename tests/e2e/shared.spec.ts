import { expect, test } from '../support/fixtures'

test.use({ expectedErrors: /404 \(Not Found\)/ })

test('a share link that cannot exist is a 404 with words, and nobody is sent to sign in for it', async ({
  page,
}) => {
  const response = await page.goto('/share/not-a-uuid')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Nothing is shared here' })).toBeVisible()
  await expect(page).toHaveURL('/share/not-a-uuid')
})
