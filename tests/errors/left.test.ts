/** What Next throws once a visitor has left. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { requestIdHeader } from '@/lib/log/record'
import { reportRequestError } from '@/lib/server/errors'
import { trackRequest } from '@/lib/server/http/requests'

afterEach(() => vi.restoreAllMocks())

const fault = () => new Error('Route /app used `headers()` inside `after()`.')

/** The line about an error of this request. */
async function lineAbout(end: (response: ServerResponse) => void, error: unknown): Promise<object> {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/app' })
  const response = new ServerResponse(request)
  trackRequest(request, response, () => undefined)
  end(response)
  const headers = { [requestIdHeader]: String(request.headers[requestIdHeader]) }
  const context = {
    routerKind: 'App Router',
    routePath: '/app',
    routeType: 'render',
    renderSource: 'server-rendering',
  } as const
  await reportRequestError(
    error,
    { path: '/app', method: 'GET', headers },
    { ...context, revalidateReason: undefined },
  )
  return JSON.parse(lines.find((line) => line.includes('"path":"/app"')) ?? '{}')
}

test('of a visitor who leaves while a page renders, nothing is an error', async () => {
  const line = await lineAbout((response) => response.emit('close'), fault())
  expect(line).toMatchObject({ level: 'info', event: 'request.aborted', reason: 'Error' })
})

test.each<[string, (response: ServerResponse) => void]>([
  ['whose response is open', () => undefined],
  [
    'who has the whole response',
    (response) => {
      vi.spyOn(response, 'writableFinished', 'get').mockReturnValue(true)
      response.emit('close')
    },
  ],
])('of a visitor %s, it is one', async (_, end) => {
  expect(await lineAbout(end, fault())).toMatchObject({
    level: 'error',
    event: 'error.thrown',
    place: 'render',
  })
})
