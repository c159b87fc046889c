import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { withTimeout } from '@/lib/time/timeout'
import { isAnswering } from '@/scripts/start/ports'

afterEach(() => void vi.useRealTimers())

test('work that never ends rejects after its time', async () => {
  vi.useFakeTimers()
  const outcome = expect(withTimeout(new Promise(() => undefined), 4_000)).rejects.toMatchObject({
    code: 'timeout',
  })
  await vi.advanceTimersByTimeAsync(4_000)
  await outcome
  expect(vi.getTimerCount()).toBe(0)
})

test('work that settles in time is passed on, and leaves no timer', async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve('done'), 4_000)).toBe('done')
  const failure = new Error('refused')
  await expect(withTimeout(Promise.reject(failure), 4_000)).rejects.toBe(failure)
  expect(vi.getTimerCount()).toBe(0)
})

test.each<[what: string, isExpected: boolean, listener: RequestListener | null]>([
  ['any status is an answer', true, (_, response) => response.writeHead(500).end('no')],
  ['a broken connection is no answer', false, (request) => request.socket.destroy()],
  ['a closed port is no answer', false, null],
  ['silence for five seconds is no answer', false, () => void vi.advanceTimersByTime(5_000)],
])('%s', async (_, isExpected, listener) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createServer(listener ?? undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  if (!listener) await close()
  expect(await isAnswering(new URL(`http://127.0.0.1:${port}`))).toBe(isExpected)
  if (listener) await close()
})
