/** An open page of somebody signed in: the page's own code and the SDK, with a clock and a network of the test. */
import { deleteApp, getApp } from 'firebase/app'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'
import { unsignedToken } from '../support/accounts'

const config = parseSiteConfig({
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"AIzaExample","projectId":"my-project"}',
}).config.public
export const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  documentElement: { dataset: {} as Record<string, string> },
})

/** Since the page was opened. */
export const secondsOpen = () => Math.round((performance.now() - begunAt) / 1000)

export const fresh = { signedIn: true, userId: 'ada', name: null, email: null, needsRenewal: false }
export const due = { ...fresh, needsRenewal: true }

/** What the site says of the session and to a renewal, and when it was asked: seconds since the page was opened. */
export const paced = {
  session: fresh as object,
  answerRenewal: (): Response | Promise<Response> => new Response(null, { status: 204 }),
  posts: [] as number[],
  questions: [] as number[],
}
let tokens = 0
let stop: () => void = () => undefined

export const refuse = (status: number, retryAfter: string) =>
  Response.json({ code: 'a-fault' }, { status, headers: { 'retry-after': retryAfter } })

async function network(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(target), 'https://foyer.example')
  if (pathname === '/api/session' && init.method === 'POST') {
    paced.posts.push(secondsOpen())
    return paced.answerRenewal()
  }
  if (pathname === '/api/session') {
    paced.questions.push(secondsOpen())
    return Response.json(paced.session)
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
  const { watchSession } = await import('@/lib/browser/session/watch')
  // Loaded by the first refusal, which takes time that this clock doesn't know.
  await import('@/lib/browser/session/refused')
  paced.answerRenewal = () => new Response(null, { status: 204 })
  expect(await signIn(config, { email: 'ada@example.com', password: 'long enough' })).toMatchObject({
    status: 'signed-in',
  })
  begunAt = performance.now()
  paced.posts = []
  stop = watchSession({ config, userId: 'ada' })
}

/** Each second by itself, so that what is asked is answered before more time passes. Somebody uses the page. */
export async function pass(secondsToPass: number, use = touch): Promise<void> {
  for (let passed = 0; passed < secondsToPass; passed += 1) {
    use()
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

export const touch = () => void page.dispatchEvent(new Event('pointermove'))
export const untouched = () => undefined
export const isCovered = () => page.documentElement.dataset.session === 'unchecked'

async function begin() {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout: vi.fn(setTimeout) }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true, sendBeacon: () => true })
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
  paced.session = fresh
  await openPage()
  await vi.advanceTimersByTimeAsync(0)
  paced.questions = []
}

async function end() {
  stop()
  await deleteApp(getApp())
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** For each test of a file. */
export function openPacedPage(): void {
  beforeEach(begin)
  afterEach(end)
}
