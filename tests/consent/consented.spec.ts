/** What an engineer adds from another site: a service in the list, and a part of a page in `<Consented>`. */
import { embeddedUrl } from '../support/builds/broken-pages'
import { test } from '../support/builds/broken-site'
import { none, openWithBanner, savePreferences } from '../support/consent-page'
import { expect } from '../support/fixtures'

test.use({ hasChosen: false, expectedErrors: /Sign-in is not configured/ })

test('a consented part comes and goes with consent', async ({ page, context }) => {
  const asked: string[] = []
  await context.route(`${new URL(embeddedUrl).origin}/**`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' })
  })
  const map = page.frameLocator('iframe[title="A map"]').getByText('The map')
  const { settings } = await openWithBanner(page, '/broken/embeds')

  await test.step('nothing is asked of it before, and nothing for another category', async () => {
    await expect(page.locator('iframe')).toHaveCount(0)
    await savePreferences(page, { analytics: true, marketing: false })
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(asked).toEqual([])
  })

  await test.step('it appears immediately, as the policy allows its host, and at the next load', async () => {
    await savePreferences(page, { analytics: true, marketing: true })
    await expect(map).toBeVisible()
    await page.reload()
    await expect(map).toBeVisible()
    expect(asked).toEqual([embeddedUrl, embeddedUrl])
  })

  await test.step('a withdrawal takes it away in every tab', async () => {
    const other = await context.newPage()
    await other.goto('/broken/embeds')
    await expect(other.locator('iframe')).toHaveCount(1)
    await savePreferences(page, none)
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(other.locator('iframe')).toHaveCount(0)
    await other.close()
  })

  await test.step('the dialog and /privacy name it', async () => {
    await settings.click()
    await expect(page.getByRole('dialog').getByText('Knows you again.')).toBeAttached()
    await page.goto('/privacy')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Example Maps, with your consent' })).toBeVisible()
    await expect(main).toContainText('map_id (cookie, set by Example Maps, 1 year): Knows you again.')
  })
})
