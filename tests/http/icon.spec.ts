import { expect, siteTest as test } from '../support/fixtures'

/** `public/favicon.ico` is `app/icon.svg` once more: whoever changes one changes both. */
test('the icon is there for whoever asks for it under its old name: a page that failed cannot name one', async ({
  site,
}) => {
  const icon = await fetch(`${site.url}/favicon.ico`)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
})
