/**
 * How often an open page asks for its session and renews it: the page's own code and the SDK, with a clock and a network of the
 * test.
 */
import { deleteApp, getApp } from 'firebase/app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'
import { unsignedToken } from '../support/accounts'

const config = parseSiteConfig({
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"AIzaExample","projectId":"my-project"}',
}).config.public
const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  documentElement: { dataset: {} as Record<string, string> },
})
let browser = new EventTarget()
const seconds = (ms: number) => Math.round(ms / 1000)

const fresh = { signedIn: true, userId: 'ada', name: null, email: null, needsRenewal: false }
const due = { ...fresh, needsRenewal: true }

/** What the site says of the session, and to a renewal. */
let session: object
let answerRenewal: () => Response
let posts: number[] = []
let questions: number[] = []
let tokens = 0
let stop: () => void = () => undefined

const refuse = (status: number, retryAfter: string) =>
  Response.json({ code: 'a-fault' }, { status, headers: { 'retry-after': retryAfter } })

async function network(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(target), 'https://foyer.example')
  if (pathname === '/api/session' && init.method === 'POST') {
    posts.push(seconds(performance.now() - begunAt))
    return answerRenewal()
  }
  if (pathname === '/api/session') {
    questions.push(seconds(performance.now() - begunAt))
    return Response.json(session)
  }
  tokens += 1
  const idToken = unsignedToken({ sub: 'ada', jti: tokens, iat: 1, exp: 3601, auth_time: 1 })
  if (pathname.endsWith('/token'))
    return Response.json({ access_token: idToken, refresh_token: 'again', expires_in: '3600' })
  if (pathname.endsWith(':lookup')) return Response.json({ users: [{ localId: 'ada' }] })
  return Response.json({ idToken, refreshToken: 'again', expiresIn: '3600', localId: 'ada' })
}

let begunAt = 0

/** Somebody signed in, on a page that keeps their session. */
async function openPage(): Promise<void> {
  const { signIn } = await import('@/lib/browser/session/sign-in')
  const { watchSession } = await import('@/lib/browser/session/keeper')
  // Loaded by the first refusal, which takes time that this clock doesn't know.
  await import('@/lib/browser/session/refused')
  answerRenewal = () => new Response(null, { status: 204 })
  expect(await signIn(config, { email: 'ada@example.com', password: 'long enough' })).toMatchObject({
    status: 'signed-in',
  })
  begunAt = performance.now()
  posts = []
  stop = watchSession({ config, userId: 'ada' })
}

/** Each second by itself, so that what is asked is answered before more time passes. Somebody uses the page. */
async function pass(secondsToPass: number, use = touch): Promise<void> {
  for (let passed = 0; passed < secondsToPass; passed += 1) {
    use()
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

const touch = () => void page.dispatchEvent(new Event('pointermove'))
const untouched = () => undefined
const isCovered = () => page.documentElement.dataset.session === 'unchecked'

beforeEach(async () => {
  vi.resetModules()
  browser = new EventTarget()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.stubGlobal('window', Object.assign(browser, { setTimeout: vi.fn(setTimeout) }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', {
    origin: 'https://foyer.example',
    pathname: '/app',
    search: '',
    reload: vi.fn(),
  })
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
  vi.stubGlobal(
    'BroadcastChannel',
    vi.fn(function channel() {
      return { postMessage: vi.fn(), close: vi.fn() }
    }),
  )
  vi.stubGlobal('fetch', network)
  session = fresh
  await openPage()
  await vi.advanceTimersByTimeAsync(0)
  questions = []
  session = due
})

afterEach(async () => {
  stop()
  await deleteApp(getApp())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('while the provider is away a page renews again after half a minute, and then after twice as long', async () => {
  answerRenewal = () => refuse(503, '5')
  await pass(3600)
  expect(posts).toEqual([7, 42, 105, 231, 476, 959, 1925, 2891])
  expect(page.documentElement.dataset.session).toBeUndefined()
})

test.each([429, 503])('a page renews no earlier than a %i wants it', async (status) => {
  answerRenewal = () => refuse(status, '300')
  await pass(600)
  expect(posts).toEqual([7, 308])
})

test('without a network a page renews with each question, as that bothers nobody', async () => {
  answerRenewal = () => {
    throw new TypeError('Failed to fetch')
  }
  await pass(70)
  expect(posts).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 63, 70])
})

test('a page covered for want of a session pauses, too, and shows itself once the session is back', async () => {
  answerRenewal = () => refuse(503, '5')
  session = { signedIn: false }
  await pass(600)
  expect(posts).toEqual([7, 37, 97, 217, 457])
  expect(page.documentElement.dataset.session).toBe('unchecked')
  session = fresh
  await pass(5)
  expect(page.documentElement.dataset.session).toBeUndefined()
})

test('back online, and after a renewal that worked, a page does not wait', async () => {
  answerRenewal = () => refuse(503, '5')
  await pass(10)
  browser.dispatchEvent(new Event('online'))
  await pass(1)
  expect(posts).toEqual([7, 10])
  answerRenewal = () => new Response(null, { status: 204 })
  await pass(40)
  expect(posts).toEqual([7, 10, 45])
  await pass(7)
  expect(posts).toEqual([7, 10, 45, 52])
})

test('a page that somebody uses asks for its session every seven seconds, one that nobody touches less and less', async () => {
  session = fresh
  await pass(60)
  expect(questions).toEqual([7, 14, 21, 28, 35, 42, 49, 56])
  questions = []
  await pass(300, untouched)
  expect(questions).toEqual([63, 70, 81, 103, 147, 202, 257, 312])
})

test('a page that nobody touched asks at once when somebody does, and goes on as before', async () => {
  session = fresh
  await pass(100, untouched)
  expect(questions).toEqual([7, 14, 28, 56])
  await pass(20)
  expect(questions).toEqual([7, 14, 28, 56, 100, 107, 114])
})

test.each(['pointerdown', 'keydown', 'scroll', 'focusin', 'input', 'visibilitychange'])(
  '%s counts as touching',
  async (type) => {
    session = fresh
    await pass(60, untouched)
    page.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(7_000)
    expect(questions.filter((at) => at > 56)).toHaveLength(type === 'visibilitychange' ? 2 : 1)
  },
)

test.each([
  ['somebody uses', 10, touch],
  ['nobody touches', 60, untouched],
] as const)(
  'a page that %s is covered %i seconds after its session has ended',
  async (_, withinSeconds, use) => {
    answerRenewal = () => new Response(null, { status: 204 })
    session = fresh
    await pass(60, use)
    // The worst moment: it has just asked.
    while (questions.at(-1) !== seconds(performance.now() - begunAt)) await pass(1, use)
    expect(isCovered()).toBe(false)
    session = { signedIn: false }
    vi.stubGlobal('fetch', (target: string, init?: RequestInit) =>
      init?.method === 'POST' ? new Promise(() => undefined) : network(target, init),
    )
    await pass(withinSeconds, use)
    expect(isCovered()).toBe(true)
  },
)
