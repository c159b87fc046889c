/** The site as `npm start` has it: pages are led from this machine's address to its name, and nothing else is. */
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { answerTo, statusOf } from '../support/raw'
import { postToken } from '../support/requests'

test.use({ host: 'localhost' })

test('a page asked for by the address is led to the name, with port, path and query', async ({ site }) => {
  const { port } = new URL(site.url)
  for (const host of ['127.0.0.1', '[::1]'])
    for (const [path, dest] of [
      ['/', 'document'],
      ['/login?next=%2Fapp', 'document'],
      ['/app/account', null],
    ]) {
      const fields = [`Host: ${host}:${port}`, ...(dest ? [`Sec-Fetch-Dest: ${dest}`] : [])]
      const answer = await answerTo(site, [`GET ${path} HTTP/1.1`, ...fields])
      expect(statusOf(answer), `${host} ${path}`).toBe(307)
      expect(answer.toLowerCase()).toContain(
        `\r\nlocation: http://localhost:${port}${path?.toLowerCase()}\r\n`,
      )
    }
  const atName = await fetch(`${site.url}/login`, { redirect: 'manual' })
  expect(atName.status).toBe(200)
})

test('endpoints, files and what a page fetches are answered at the address', async ({ site }) => {
  const address = site.url.replace('localhost', '127.0.0.1')
  const part = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(site.url)).text())?.[0]
  for (const path of ['/api/config', '/api/session', '/icon.svg', '/robots.txt', part])
    expect((await fetch(address + path, { redirect: 'manual' })).status, path).toBe(200)
  const fetched = await fetch(`${address}/terms`, { headers: { 'sec-fetch-dest': 'empty' } })
  expect(fetched.status).toBe(200)
})

test('a sign-in is taken from the page of either, and from no other', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const address = site.url.replace('localhost', '127.0.0.1')
  const post = async (url: string, origin: string) =>
    (await postToken({ ...site, url }, idToken, { origin, 'sec-fetch-site': 'same-origin' })).status
  expect(await post(site.url, site.url)).toBe(204)
  expect(await post(address, address)).toBe(204)
  expect(await post(site.url, address)).toBe(403)
  expect(await post(address, site.url)).toBe(403)
})
