import 'client-only'
import { ifAnswered, refusalCode } from '@/lib/browser/http/answers'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import { renewalHeader } from '@/lib/session/renewal'

/** A `renewal` is refused where there is no session to renew. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'renewal'
}

/**
 * `too-old` was not sent at all (spec section 4); `refused` and `unavailable` carry the server's code; `limited`
 * says how long to wait, if the server has said it; `too-large` will be so again: no session holds this account.
 */
export type TokenSync =
  | { status: 'opened' | 'too-old' | 'too-large' | 'off' | 'unreachable' }
  | { status: 'refused' | 'unavailable'; code: string }
  | { status: 'limited'; retryAfterSeconds: number | null }

let lastPosted: string | null = null

/**
 * Posts the token to the configured URL of this origin, and waits for the answer: only while the token is
 * under its age limit, and never the same token twice (spec section 4). A post that failed may be repeated.
 */
export async function syncToken({ token, settings, purpose }: TokenPost): Promise<TokenSync> {
  const url = sameOriginUrl(settings.url)
  if (!url) return { status: 'off' }
  if (token.idToken === lastPosted) return { status: 'opened' }
  if (Date.now() / 1000 - token.issuedAt >= settings.maxAgeSeconds) return { status: 'too-old' }
  const mark = purpose === 'renewal' ? { [renewalHeader]: '1' } : {}
  const response = await send(url, 'POST', { authorization: `Bearer ${token.idToken}`, ...mark })
  if (!response) return { status: 'unreachable' }
  if (!response.ok) return describeFailure(response)
  lastPosted = token.idToken
  return { status: 'opened' }
}

/** Ends the session on the server. False if the server could not be told: then nobody is signed out. */
export async function closeSession(settings: PublicConfig['tokenSync']): Promise<boolean> {
  const url = sameOriginUrl(settings.url)
  if (!url) return true
  const response = await send(url, 'DELETE', {})
  if (response?.ok) lastPosted = null
  return response?.ok ?? false
}

/** A URL of another origin is ignored: it must never see a token. */
function sameOriginUrl(url: string | null): string | null {
  if (!url) return null
  const target = new URL(url, location.origin)
  return target.origin === location.origin ? target.href : null
}

function send(url: string, method: 'POST' | 'DELETE', headers: HeadersInit): Promise<Response | null> {
  return ifAnswered(fetch(url, { method, headers, signal: AbortSignal.timeout(15_000) }))
}

/** A fault of the server, or too many requests, says nothing about the token. */
async function describeFailure(response: Response): Promise<TokenSync> {
  if (response.status === 429) return { status: 'limited', retryAfterSeconds: retryAfterSeconds(response) }
  const code = (await refusalCode(response)) ?? 'unknown'
  if (code === 'cookie-too-large') return { status: 'too-large' }
  return { status: response.status < 500 ? 'refused' : 'unavailable', code }
}

/** In front of our server another may answer, with a date or without this header. */
function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : null
}

const lockName = 'foyer-session'
const longestWaitMs = 5_000

/**
 * Does what changes the session in one tab at a time. `hasWaited` says that another tab was first. Without Web Locks, or
 * when a tab holds its lock too long, the work is done all the same: the server bears two.
 */
export async function withSessionLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work(false)
  const atOnce = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  if (atOnce) return atOnce.result
  const afterWait = await waitForLock(work)
  return afterWait ? afterWait.result : work(true)
}

async function waitForLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<{ result: T } | null> {
  const signal = AbortSignal.timeout(longestWaitMs)
  let hasBegun = false
  try {
    return await navigator.locks.request(lockName, { signal }, async () => {
      hasBegun = true
      return { result: await work(true) }
    })
  } catch (error) {
    if (error instanceof DOMException && !hasBegun) return null
    throw error
  }
}
