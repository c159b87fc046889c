import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { fetchFromSite } from './routes'

test('a route has its answer though the connection that was kept is closed just then', async ({ page }) => {
  const used = new WeakSet<object>()
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) return socket.resetAndDestroy()
    used.add(socket)
    response.end('answered')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await page.request.get(url)
  await page.route(url, async (route) => route.fulfill(await fetchFromSite(route)))
  await page.goto(url)
  await expect(page.getByText('answered')).toBeVisible()
  server.close()
})
