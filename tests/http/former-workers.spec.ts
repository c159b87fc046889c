import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import * as brand from '@/lib/site/brand'
import { expect, test } from '../support/fixtures'
import { reservePort } from '../support/ports'

/** The worker of a former site: serves its cached page and never updates. */
const formerWorker = `
  self.addEventListener('install', (event) => { self.skipWaiting(); event.waitUntil(caches.open('old').then((cache) => cache.put('/', new Response('<title>The former site</title>', { headers: { 'content-type': 'text/html' } })))) })
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => event.respondWith(caches.match('/')))`

test('a request for a service worker gets one that unregisters; any other gets what is there', async ({
  request: client,
}) => {
  for (const path of ['/sw.js', '/service-worker.js', '/firebase-messaging-sw.js', '/ngsw-worker.js?v=2']) {
    const response = await client.get(path)
    expect([response.status(), response.headers()['content-type']], path).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    expect(response.headers()['cache-control']).toContain('no-store')
  }
  const asked = { headers: { 'service-worker': 'script' } }
  expect(await (await client.get('/any/other.js', asked)).text()).toContain('unregister')
  expect((await client.get('/any/other.js')).status()).toBe(404)
})

test('a visitor kept by a former site’s worker sees this site', async ({ page, site }) => {
  let isFormer = true
  const { url, close } = await startServer((asked, response) => {
    if (!isFormer) return forward(asked, response, site)
    const isWorker = asked.url === '/sw.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    response.end(isWorker ? formerWorker : '<title>The former site</title>')
  })
  await page.goto(url)
  await page.evaluate(() =>
    navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready),
  )
  isFormer = false
  await page.goto(url)
  await expect(page).toHaveTitle('The former site')
  // Browsers check for updates after each visit, within a day.
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()))
  await expect(page.getByRole('banner').getByRole('link', { name: brand.name })).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toHaveLength(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await close()
})

/** A server at an address of its own. */
async function startServer(answer: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(answer).listen(await reservePort(), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function forward(asked: IncomingMessage, response: ServerResponse, site: { url: string }): void {
  const { method, url = '', headers } = asked
  const passOn = request(new URL(url, site.url), { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passOn.on('error', () => response.destroy())
  asked.pipe(passOn)
}
