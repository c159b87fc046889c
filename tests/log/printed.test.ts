/** Errors that are printed belong to the request that they are printed for, however slow its answer is. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { captureConsole, guardServer, trackRequest } from '@/lib/server/http/request-guards'

const { debug, log, info, warn, error } = console
const told: string[] = []
const server = createServer(async (_, response) => {
  console.error(new Error('no such file'))
  await pause(700)
  response.end()
})
guardServer(server)
server.prependListener('request', (request, response) =>
  trackRequest(request, response, ({ printedError: printed }) => told.push(`with its request: ${printed}`)),
)

beforeAll(async () => {
  captureConsole((printed) => told.push(`by itself: ${printed}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  Object.assign(console, { debug, log, info, warn, error })
  server.close()
})
beforeEach(() => {
  told.length = 0
})

test('one of a request comes with its answer first', async () => {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await vi.waitFor(() =>
    expect(told).toEqual(['with its request: Error: no such file', 'by itself: Error: no such file']),
  )
})

test('one of no request comes by itself, half a second later', async () => {
  console.error(new Error('no such file'))
  expect(told).toEqual([])
  await vi.waitFor(() => expect(told).toEqual(['by itself: Error: no such file']))
})
