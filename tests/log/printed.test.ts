/** A printed error belongs to its request, however slow the response is. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { guardServer } from '@/lib/server/front/front'
import { captureConsole } from '@/lib/server/http/console'
import { trackRequest } from '@/lib/server/http/requests'

const { debug, log, info, warn, error } = console
const reports: string[] = []
const server = createServer(async (_, response) => {
  console.error(new Error('no such file'))
  await pause(700)
  response.end()
})
guardServer(server, 1_000)
server.prependListener('request', (request, response) =>
  trackRequest(request, response, ({ printedError }) => reports.push(`with its request: ${printedError}`)),
)

beforeAll(async () => {
  captureConsole((printed) => reports.push(`by itself: ${printed}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  Object.assign(console, { debug, log, info, warn, error })
  server.close()
})
beforeEach(() => {
  reports.length = 0
})

test('a printed error is reported with its request first', async () => {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await vi.waitFor(() =>
    expect(reports).toEqual(['with its request: Error: no such file', 'by itself: Error: no such file']),
  )
})

test('outside of requests it is reported by itself, half a second later', async () => {
  console.error(new Error('no such file'))
  expect(reports).toEqual([])
  await vi.waitFor(() => expect(reports).toEqual(['by itself: Error: no such file']))
})
