/** An open page of a signed-in user: the page's own code and the SDK, with a test's clock and network. */
import { deleteApp, getApp } from 'firebase/app'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'
import { unsignedToken } from '../support/accounts'

export const config = parseSiteConfig({
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"AIzaExample","projectId":"my-project"}',
}).config.public

/** New for each test: in Node 20 a collection of garbage may keep an aborted signal from removing its listeners. */
let events = new EventTarget()

export const page = {
  visibilityState: 'visible',
  documentElement: { dataset: {} as Record<string, string>, toggleAttribute: () => true },
  addEventListener: (...listener: Parameters<EventTarget['addEventListener']>) =>
    events.addEventListener(...listener),
  removeEventListener: (...listener: Parameters<EventTarget['removeEventListener']>) =>
    events.removeEventListener(...listener),
  dispatchEvent: (event: Event) => events.dispatchEvent(event),
}

/** Since the page was opened. */
export const secondsOpen = () => Math.round((performance.now() - openedAt) / 1000)

export const fresh = { signedIn: true, userId: 'ada', name: null, email: null, needsRenewal: false }
export const due = { ...fresh, needsRenewal: true }
export const gone = { signedIn: false }

type Answer = () => Response | Promise<Response>
const ok: Answer = () => new Response(null, { status: 204 })
export const silent: Answer = () => new Promise(() => undefined)
export const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
export const refuse =
  (status: number, retryAfter = '5', code = 'a-fault'): Answer =>
  () =>
    Response.json({ code }, { status, headers: { 'retry-after': retryAfter } })
/** The provider's response for a user it has revoked. */
export const revoke =
  (message: string): Answer =>
  () =>
    Response.json({ error: { code: 400, message } }, { status: 400 })

const newToken: Answer = () =>
  Response.json({ access_token: idToken(), refresh_token: 'again', expires_in: '3600' })

/** The responses, and what the page did: seconds since it was opened, and where it went. */
const initial = () => ({
  session: fresh as object,
  answerSession: null as Answer | null,
  answerRenewal: ok,
  answerToken: newToken,
  polls: [] as number[],
  posts: [] as number[],
  ends: 0,
  left: null as string | null,
})
export const paced = initial()

let tokens = 0
let openedAt = 0
let stop: () => void = () => undefined
let channel: { onmessage?: (message: { data: string }) => void } = {}

function idToken(): string {
  tokens += 1
  return unsignedToken({ sub: 'ada', jti: tokens, iat: 1, exp: 3601, auth_time: 1 })
}

async function network(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(target), 'https://foyer.example')
  if (pathname === '/api/session') return answerSite(init.method)
  if (pathname.endsWith('/token')) return paced.answerToken()
  if (pathname.endsWith(':lookup')) return Response.json({ users: [{ localId: 'ada' }] })
  return Response.json({ idToken: idToken(), refreshToken: 'again', expiresIn: '3600', localId: 'ada' })
}

function answerSite(method = 'GET'): Response | Promise<Response> {
  if (method === 'POST') {
    paced.posts.push(secondsOpen())
    return paced.answerRenewal()
  }
  if (method === 'DELETE') {
    paced.ends += 1
    return ok()
  }
  paced.polls.push(secondsOpen())
  return paced.answerSession?.() ?? Response.json(paced.session)
}

/** Each second separately, so that requests are answered before more time passes. The page is in use. */
export async function pass(secondsToPass: number, use = touch): Promise<void> {
  for (let passed = 0; passed < secondsToPass; passed += 1) {
    use()
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

export const touch = () => void page.dispatchEvent(new Event('pointermove'))
export const untouched = () => undefined
export const isCovered = () => page.documentElement.dataset.session === 'unchecked'

/** What another tab broadcasts. */
export const hear = (data: string) => channel.onmessage?.({ data })

/** The page is put into the browser's memory and comes back. */
export function goBack(): void {
  window.dispatchEvent(new Event('pagehide'))
  expect(isCovered()).toBe(true)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}

function leaveTo(where: string): void {
  paced.left = where
}

async function begin(isWatched: boolean): Promise<void> {
  vi.resetModules()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const globals = {
    window: Object.assign(new EventTarget(), { setTimeout: vi.fn(setTimeout) }),
    document: page,
    navigator: { onLine: true },
    location: {
      origin: 'https://foyer.example',
      pathname: '/app',
      search: '',
      replace: leaveTo,
      reload: () => leaveTo('reload'),
    },
    localStorage: storage,
    sessionStorage: storage,
    BroadcastChannel: vi.fn(function open() {
      channel = Object.assign(channel, { postMessage: vi.fn(), close: vi.fn() })
      return channel
    }),
    fetch: network,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  events = new EventTarget()
  page.visibilityState = 'visible'
  page.documentElement.dataset = {}
  Object.assign(paced, initial())
  const { signIn } = await import('@/lib/browser/session/sign-in')
  const { watchSession } = await import('@/lib/browser/session/watch')
  const outcome = await signIn(config, { email: 'ada@example.com', password: 'long enough' })
  expect(outcome).toMatchObject({ status: 'signed-in' })
  openedAt = performance.now()
  stop = isWatched ? watchSession({ config, userId: 'ada' }) : () => undefined
  await vi.advanceTimersByTimeAsync(0)
  paced.posts = []
  paced.polls = []
}

async function end(): Promise<void> {
  stop()
  await deleteApp(getApp())
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** For each test of a file. Without `isWatched` the page only has a stored user. */
export function openPacedPage({ isWatched = true } = {}): void {
  beforeEach(() => begin(isWatched))
  afterEach(end)
}
