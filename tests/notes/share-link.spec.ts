import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { signInAsSomebody } from '../support/visitor'

test.use({ expectedErrors: /404 \(Not Found\)/ })

const ways = {
  'a malformed id': { path: '/share/not-a-uuid', event: 'route.unknown', method: 'GET' },
  'a malformed id, by a form': { path: '/share/not-a-uuid', event: 'route.unknown', method: 'POST' },
  'an id that nothing is shared under': {
    path: '/share/3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f',
    event: 'page.not-found',
    method: 'GET',
  },
}

for (const [what, { path, event, method }] of Object.entries(ways)) {
  test(`a share link with ${what} ends at the 404 page of any unknown address: title, path, reference`, async ({
    page,
    site,
  }) => {
    if (event === 'page.not-found') await signInAsSomebody(page, site)
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    if (method === 'GET') await page.goto(path)
    else await sendForm(page, path)
    const response = await answered
    expect(response.status()).toBe(404)
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle('Page Not Found · Foyer')
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
    await expect(page.getByText(`Page not found: ${path}`, { exact: true })).toBeVisible()
    const requestId = (await response.headerValue('x-request-id')) ?? ''
    await expect(page.getByText(requestId.slice(0, 13), { exact: true })).toBeVisible()
    const line = () => site.records().find((record) => record.requestId === requestId)
    await expect
      .poll(line)
      .toMatchObject({ event, method, path, status: 404, reference: requestId.slice(0, 13) })
  })
}

/** As a browser does it by itself. */
async function sendForm(page: Page, path: string): Promise<void> {
  await page.goto('/terms')
  await page.evaluate((action) => {
    const form = document.createElement('form')
    form.append(Object.assign(document.createElement('input'), { name: 'text', value: 'not for us' }))
    document.body.append(form)
    Object.assign(form, { method: 'post', action }).submit()
  }, path)
}
