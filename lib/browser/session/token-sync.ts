import 'client-only'
import { ifAnswered } from '@/lib/browser/http/answers'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import { renewalHeader } from '@/lib/session/renewal'

/** A `renewal` is refused if there is no session to renew. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'renewal'
}

/**
 * `too-old` wasn't sent (spec section 4); `refused` and `unavailable` carry the server's code; `limited`
 * carries the server's retry delay, if any; `too-large` is permanent: no session can hold this account.
 */
export type TokenSync =
  | { status: 'opened' | 'too-old' | 'too-large' | 'off' | 'unreachable' }
  | { status: 'refused' | 'unavailable'; code: string }
  | { status: 'limited'; retryAfterSeconds: number | null }

let lastPosted: string | null = null

/**
 * Posts the token to the configured same-origin URL and awaits the response. Only while the token is under
 * its age limit, and never the same token twice (spec section 4); a failed post can be retried.
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

/** Ends the session on the server. False if the server couldn't be reached: nobody is signed out. */
export async function closeSession(settings: PublicConfig['tokenSync']): Promise<boolean> {
  const url = sameOriginUrl(settings.url)
  if (!url) return true
  const response = await send(url, 'DELETE', {})
  if (response?.ok) lastPosted = null
  return response?.ok ?? false
}

/** Ignores other origins: they must never see a token. */
function sameOriginUrl(url: string | null): string | null {
  if (!url) return null
  const target = new URL(url, location.origin)
  return target.origin === location.origin ? target.href : null
}

function send(url: string, method: 'POST' | 'DELETE', headers: HeadersInit): Promise<Response | null> {
  return ifAnswered(fetch(url, { method, headers, signal: AbortSignal.timeout(15_000) }))
}

/** A server error or rate limit says nothing about the token. */
async function describeFailure(response: Response): Promise<TokenSync> {
  if (response.status === 429) return { status: 'limited', retryAfterSeconds: retryAfterSeconds(response) }
  const code = (await refusalCode(response)) ?? 'unknown'
  if (code === 'cookie-too-large') return { status: 'too-large' }
  return { status: response.status < 500 ? 'refused' : 'unavailable', code }
}

/** A proxy in front of us may send a date, or no header at all. */
function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : null
}

const lockName = 'foyer-session'
const longestWaitMs = 5_000

/**
 * Serializes session changes across tabs. `hasWaited`: another tab went first. Without Web Locks, or when a
 * tab holds the lock too long, runs anyway: the server copes with two.
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
