import { all, openWithBanner, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

test('without a tag the choice is kept and nobody is asked for anything', async ({ page, site }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) strangers.push(request.url())
  })
  const { accept, banner } = await openWithBanner(page)
  await accept.click()
  await expect(banner).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await page.reload({ waitUntil: 'networkidle' })
  const { choice } = await storedChoice(page)
  expect(JSON.parse(choice ?? '')).toMatchObject({ essential: true, ...all })
  const commands = await page.evaluate(() =>
    Array.from(window.dataLayer ?? [], (command) => [...Array.from(command)]),
  )
  expect(commands.map(([name, kind]) => `${name} ${kind}`)).toEqual(['consent default', 'consent update'])
  expect(strangers).toEqual([])
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your privacy choices' })).toHaveCount(0)
})
