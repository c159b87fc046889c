import 'client-only'
import { ifAnswered } from '@/lib/browser/http/answers'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import { withLock } from '@/lib/browser/site-data'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { PublicConfig } from '@/lib/config/config'
import { passwordHeader, renewalHeader } from '@/lib/session/renewal'
import type { SessionRefusal } from './refused'

/** A `renewal` is refused if there is no session to renew; `password` is a sign-in by one that was known before. */
export type TokenPost = {
  token: FreshToken
  settings: PublicConfig['tokenSync']
  purpose: 'sign-in' | 'password' | 'renewal'
}

/** `too-old` wasn't sent (spec section 4). */
export type TokenSync = { status: 'opened' | 'too-old' | 'off' | 'unreachable' } | SessionRefusal

let lastPosted: string | null = null

/**
 * Posts the token to the configured same-origin URL and awaits the response. Only while the token is under
 * its age limit, and never the same token twice (spec section 4); a failed post can be retried.
 */
export async function syncToken({ token, settings, purpose }: TokenPost): Promise<TokenSync> {
  const url = sameOriginUrl(settings.url)
  if (!url) return { status: 'off' }
  if (token.idToken === lastPosted) return { status: 'opened' }
  if (performance.now() - token.receivedAt >= settings.maxAgeSeconds * 1000) return { status: 'too-old' }
  const response = await send(url, 'POST', { authorization: `Bearer ${token.idToken}`, ...marks[purpose] })
  if (!response) return { status: 'unreachable' }
  if (!response.ok) return describeRefusal(response)
  lastPosted = token.idToken
  return { status: 'opened' }
}

const marks: Record<TokenPost['purpose'], HeadersInit> = {
  'sign-in': {},
  password: { [passwordHeader]: '1' },
  renewal: { [renewalHeader]: '1' },
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

/** Its words load when they are needed. Without them nothing is known, as without an answer. */
async function describeRefusal(response: Response): Promise<TokenSync> {
  try {
    return await (await import('./refused')).describeRefusal(response)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    return { status: 'unreachable' }
  }
}

function send(url: string, method: 'POST' | 'DELETE', headers: HeadersInit): Promise<Response | null> {
  return ifAnswered(fetch(url, { method, headers, signal: AbortSignal.timeout(15_000) }))
}

const lockName = 'foyer-session'
const longestWaitMs = 5_000

/**
 * Serializes session changes across tabs. `hasWaited`: another tab went first. Without Web Locks, or when a
 * tab holds the lock too long, runs anyway: the server copes with two.
 */
export async function withSessionLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const atOnce = await withLock(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  if (!atOnce) return work(false)
  if (atOnce.result) return atOnce.result.result
  const signal = AbortSignal.timeout(longestWaitMs)
  const afterWait = await withLock(lockName, { signal }, () => work(true))
  return afterWait ? afterWait.result : work(true)
}
