/** Under `npm start`, pages are redirected from the loopback address to `localhost`, and nothing else is. */
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { answerTo, statusOf } from '../support/raw'
import { postToken } from '../support/requests'

test.use({ host: 'localhost' })

test('a page requested at the address is redirected to the name; endpoints, files and fetches are not', async ({
  site,
}) => {
  const { port } = new URL(site.url)
  // All forms are in `local-name.test`.
  for (const host of ['127.0.0.1', '[::1]']) {
    const answer = await answerTo(site, [
      'GET /login?next=%2Fapp HTTP/1.1',
      `Host: ${host}:${port}`,
      'Sec-Fetch-Dest: document',
    ])
    expect(statusOf(answer), host).toBe(307)
    expect(answer).toMatch(new RegExp(`\r\nlocation: http://localhost:${port}/login\\?next=%2Fapp\r\n`, 'i'))
  }
  const address = site.url.replace('localhost', '127.0.0.1')
  const part = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(site.url)).text())?.[0]
  for (const path of ['/api/session', '/icon.svg', part])
    expect((await fetch(address + path, { redirect: 'manual' })).status, path).toBe(200)
  const fetched = await fetch(`${address}/terms`, { headers: { 'sec-fetch-dest': 'empty' } })
  expect(fetched.status).toBe(200)
})

test('a sign-in is accepted from a page of the same host only', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const address = site.url.replace('localhost', '127.0.0.1')
  const post = async (url: string, origin: string) =>
    (await postToken({ ...site, url }, idToken, { origin, 'sec-fetch-site': 'same-origin' })).status
  expect(await post(site.url, site.url)).toBe(204)
  expect(await post(address, address)).toBe(204)
  expect(await post(site.url, address)).toBe(403)
  expect(await post(address, site.url)).toBe(403)
})
