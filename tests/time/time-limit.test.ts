import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { withTimeout } from '@/lib/time/timeout'
import { isAnswering } from '@/scripts/start/readiness'

const forEver = new Promise<never>(() => undefined)

test('work that never ends is an error after its time', async () => {
  vi.useFakeTimers()
  const outcome = expect(withTimeout(forEver, 4_000)).rejects.toMatchObject({ code: 'timeout' })
  await vi.advanceTimersByTimeAsync(4_000)
  await outcome
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('what ends in time is passed on, as it is, and leaves no timer', async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve('done'), 4_000)).toBe('done')
  const failure = new Error('refused')
  await expect(withTimeout(Promise.reject(failure), 4_000)).rejects.toBe(failure)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

async function withServer(answer: RequestListener, work: (url: URL) => Promise<void>): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

test('whatever status is answered, something answers', async () => {
  await withServer(
    (_, response) => response.writeHead(500).end('no'),
    async (url) => expect(await isAnswering(url)).toBe(true),
  )
})

test('a connection that is broken off, and a port on which nobody listens, is no answer', async () => {
  let gone = new URL('http://127.0.0.1')
  await withServer(
    (request) => request.socket.destroy(),
    async (url) => {
      expect(await isAnswering(url)).toBe(false)
      gone = url
    },
  )
  expect(await isAnswering(gone)).toBe(false)
})

test('a server that keeps silent is not waited for for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await withServer(
    () => void vi.advanceTimersByTime(5_000),
    async (url) => expect(await isAnswering(url)).toBe(false),
  )
  vi.useRealTimers()
})
