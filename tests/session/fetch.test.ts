import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestDeletion } from '@/lib/browser/account/account'
import { fetchWithSession, retryAfterRenewal } from '@/lib/browser/session/fetch'
import type { PublicConfig } from '@/lib/config/config'

const done = () => new Response('done')
const refusal = (status: number, body: string) => new Response(body, { status })

const cases: [what: string, first: Response, renews: boolean, sends: number, status: number][] = [
  ['a response is returned', done(), true, 1, 200],
  ['no session: renewed and sent once more', refusal(401, '{"code":"no-session"}'), true, 2, 200],
  ['an expired one: renewed and sent once more', refusal(401, '{"code":"session-expired"}'), true, 2, 200],
  ['no renewal: the refusal is returned', refusal(401, '{"code":"no-session"}'), false, 1, 401],
  ['a 401 of another meaning is returned', refusal(401, '{"code":"wrong-password"}'), true, 1, 401],
  ['a 401 that is no JSON is returned', refusal(401, '<html>'), true, 1, 401],
  ['a 403 is returned', refusal(403, '{"code":"no-session"}'), true, 1, 403],
]

test.each(cases)('%s', async (_, first, renews, sends, status) => {
  const send = vi.fn(async () => done()).mockResolvedValueOnce(first)
  const response = await retryAfterRenewal(send, async () => renews)
  expect(send).toHaveBeenCalledTimes(sends)
  expect(response.status).toBe(status)
  expect(response.bodyUsed).toBe(false)
})

test('a second refusal is returned: nothing is sent a third time', async () => {
  const send = vi.fn(async () => refusal(401, '{"code":"no-session"}'))
  const response = await retryAfterRenewal(send, async () => true)
  expect(send).toHaveBeenCalledTimes(2)
  expect(response.status).toBe(401)
})

/** The site's responses, and how long each takes. */
let answers: [seconds: number, response: Response][] = []

/** A request that its signal can abort. */
function answerSlowly(_url: string, { signal }: RequestInit = {}): Promise<Response> {
  const [seconds, response] = answers.shift() ?? [0, done()]
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    setTimeout(() => resolve(response), seconds * 1000)
  })
}

/** Another tab holds the lock and renews the session. */
const locks = {
  request: (_name: string, options: { ifAvailable?: true }, work: (lock: object | null) => unknown) =>
    Promise.resolve(work(options.ifAvailable ? null : {})),
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('fetch', answerSlowly)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const aborting = new AbortController()
    setTimeout(() => aborting.abort(new DOMException('The time is up', 'TimeoutError')), ms)
    return aborting.signal
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets a minute pass. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(60_000)
  return work
}

const config = { tokenSync: { url: '/api/session', maxAgeSeconds: 300 } } as PublicConfig

test('the second try has as much time as the first, however long the renewal took', async () => {
  answers = [
    [10, refusal(401, '{"code":"session-expired"}')],
    [10, Response.json({ signedIn: true, userId: 'ada', email: null, needsRenewal: false })],
    [10, done()],
  ]
  expect((await inTime(fetchWithSession(config, '/api/passkeys'))).status).toBe(200)
})

test('a deletion without a response is sent once more, with as much time', async () => {
  answers = [
    [30, done()],
    [10, refusal(403, '{"code":"sign-in-too-old"}')],
  ]
  const deletion = inTime(requestDeletion({ config, userId: 'ada' }))
  expect(await deletion).toEqual({ status: 'failed', code: 'sign-in-too-old' })
})
