import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestDeletion } from '@/lib/browser/account/account'
import { fetchWithSession } from '@/lib/browser/session/renewal'
import type { PublicConfig } from '@/lib/config/config'

/** The site's responses, and how long each takes. */
let answers: [seconds: number, response: Response][] = []
let sent: string[] = []

/** A request that its signal can abort. */
function answerSlowly(url: string, { signal }: RequestInit = {}): Promise<Response> {
  sent.push(url)
  const [seconds, response] = answers.shift() ?? [0, new Response('done')]
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
  sent = []
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

/** There is no provider, so that only another tab renews. */
const config = {
  tokenSync: { url: '/api/session' },
  identity: null,
  secondFactors: [],
} as unknown as PublicConfig
const refusal = (status: number, body: string) => new Response(body, { status })
const missing = () => refusal(401, '{"code":"no-session"}')

const cases: [what: string, first: Response, isRenewed: boolean, sends: number, status: number][] = [
  ['a response is returned', new Response('done'), true, 1, 200],
  ['no session: renewed and sent once more', missing(), true, 2, 200],
  ['an expired one: renewed and sent once more', refusal(401, '{"code":"session-expired"}'), true, 2, 200],
  ['no renewal: the refusal is returned', missing(), false, 1, 401],
  ['a 401 of another meaning is returned', refusal(401, '{"code":"wrong-password"}'), true, 1, 401],
  ['a 401 that is no JSON is returned', refusal(401, '<html>'), true, 1, 401],
  ['a 403 is returned', refusal(403, '{"code":"no-session"}'), true, 1, 403],
]

test.each(cases)('%s', async (_, first, isRenewed, sends, status) => {
  answers = [
    [0, first],
    [0, Response.json({ signedIn: isRenewed, userId: 'ada', needsRenewal: false })],
  ]
  const response = await inTime(fetchWithSession(config, '/api/notes'))
  expect(sent.filter((url) => url === '/api/notes')).toHaveLength(sends)
  expect([response.status, response.bodyUsed]).toEqual([status, false])
})

test('the second try has as much time as the first, however long the renewal took; there is no third', async () => {
  answers = [
    [10, missing()],
    [10, Response.json({ signedIn: true, userId: 'ada', email: null, needsRenewal: false })],
    [10, missing()],
  ]
  expect((await inTime(fetchWithSession(config, '/api/passkeys'))).status).toBe(401)
  expect(sent).toHaveLength(3)
})

test('a deletion without a response is sent once more, with as much time', async () => {
  answers = [
    [30, new Response('done')],
    [10, refusal(403, '{"code":"sign-in-too-old"}')],
  ]
  const deletion = inTime(requestDeletion({ config, userId: 'ada', providerUserId: 'ada' }))
  expect(await deletion).toEqual({ status: 'failed', code: 'sign-in-too-old' })
})
