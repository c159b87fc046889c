import { expect, siteTest as test } from '../support/fixtures'

test('programs find what they look for at fixed paths, and nothing without the setting it needs', async ({
  site,
}) => {
  const ask = async (path: string) => {
    const response = await fetch(`${site.url}${path}`, { redirect: 'manual' })
    return [response.status, response.headers.get('content-type'), response.headers.get('location')]
  }
  expect(await ask('/robots.txt')).toEqual([200, 'text/plain; charset=utf-8', null])
  expect(await ask('/manifest.webmanifest')).toEqual([200, 'application/manifest+json; charset=utf-8', null])
  expect(await ask('/icon-192.png')).toEqual([200, 'image/png', null])
  // `app/icon.svg` once more, as a page that failed can't name an icon: change both.
  expect(await ask('/favicon.ico')).toEqual([200, 'image/x-icon', null])
  expect(await ask('/.well-known/change-password')).toEqual([303, null, '/app/account#password'])
  for (const path of ['/sitemap.xml', '/.well-known/security.txt', '/.well-known/webauthn'])
    expect((await ask(path))[0]).toBe(404)
})
