import { consentKeys } from '@/lib/consent-keys'
import { banner, expect, follow, press, test } from '../support/tagged-site'

test.use({ tag: 'none' })

test('without a tag the choice is kept and nobody is asked for anything', async ({ page, site, visit }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) strangers.push(request.url())
  })
  await page.goto('/')
  await press(page, 'Accept All')
  await expect(banner(page)).toBeHidden()
  await follow(page, 'Terms')
  await page.reload({ waitUntil: 'networkidle' })
  const stored = await page.evaluate((key) => localStorage.getItem(key), consentKeys.choice)
  expect(JSON.parse(stored ?? '')).toMatchObject({ essential: true, analytics: true, marketing: true })
  const commands = await page.evaluate(() =>
    Array.from(window.dataLayer ?? [], (command) => [...Array.from(command)]),
  )
  expect(commands.map(([name, kind]) => `${name} ${kind}`)).toEqual(['consent default', 'consent update'])
  expect(strangers).toEqual([])
  expect(visit.requests()).toEqual([])
})
