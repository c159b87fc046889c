import 'client-only'
import type { PublicConfig } from '../config'
import { routes } from '../routes'
import { fetchJson, remoteValue } from './remote-value'

/** Whether this browser has a session, as the server says. The cookie itself is out of reach of scripts. */
export const sessionState = remoteValue(
  async () => (await fetchJson(routes.api.session)) as { signedIn: boolean } | null,
)

/** An ID token and when it was issued, seconds since 1970. */
export type FreshToken = { idToken: string; issuedAt: number }

/** `too-old` was not sent at all (spec section 4); `refused` and `unavailable` carry the server's code. */
export type TokenSync =
  | { status: 'opened' | 'too-old' | 'off' | 'unreachable' }
  | { status: 'refused' | 'unavailable'; code: string }

let lastPosted: string | null = null

/**
 * Posts the token to the configured URL of this origin, and waits for the answer: only while the token is
 * under its age limit, and never the same token twice (spec section 4). A post that failed may be repeated.
 */
export async function syncToken(token: FreshToken, settings: PublicConfig['tokenSync']): Promise<TokenSync> {
  const url = sameOriginUrl(settings.url)
  if (!url) return { status: 'off' }
  if (token.idToken === lastPosted) return { status: 'opened' }
  if (Date.now() / 1000 - token.issuedAt >= settings.maxAgeSeconds) return { status: 'too-old' }
  const response = await send(url, 'POST', { authorization: `Bearer ${token.idToken}` })
  if (!response) return { status: 'unreachable' }
  if (!response.ok)
    return { status: response.status >= 500 ? 'unavailable' : 'refused', code: await codeOf(response) }
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

async function send(url: string, method: 'POST' | 'DELETE', headers: HeadersInit): Promise<Response | null> {
  try {
    return await fetch(url, { method, headers, signal: AbortSignal.timeout(15_000) })
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null
    throw error
  }
}

async function codeOf(response: Response): Promise<string> {
  try {
    const answer: unknown = await response.json()
    const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
    return typeof code === 'string' ? code : 'unknown'
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return 'unknown'
    throw error
  }
}
