import 'server-only'
import { headers } from 'next/headers'
import { siteConfig } from '@/lib/config/config'
import {
  clientAddress,
  isCrossSite,
  isForwarded,
  isSecureOrigin,
  needsSecureCookie,
  ownOrigin,
} from '@/lib/http/origin'
import type { SignInObstacle } from '@/lib/identity/problem'
import { parseJson } from '@/lib/json'
import { requestIdHeader } from '@/lib/log/record'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'

/** Facts about a request; forwarding headers count only from a trusted proxy. */
export type RequestFacts = {
  requestId: string
  clientAddress: string
  userAgent: string
  /** Whether a cookie set here is `Secure`. */
  needsSecureCookie: boolean
  isCrossSite: boolean
}

/** Reads the facts from a request's headers, by the settings of this run. */
export function requestFacts(headers: Headers): RequestFacts {
  warnOfProxy(headers)
  const settings = siteConfig().origin
  const origin = ownOrigin(headers, settings)
  return {
    requestId: headers.get(requestIdHeader) ?? '',
    clientAddress: clientAddress(headers, settings.trustedProxies),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 400),
    needsSecureCookie: needsSecureCookie(origin),
    isCrossSite: isCrossSite(headers, origin),
  }
}

/** Anyone can send the header: one log line per process. */
const warned = oncePerProcess('forwarding', () => ({ isDone: false }))

/** Warns once about an unconfigured proxy: all visitors would share one address's rate limits. */
function warnOfProxy(headers: Headers): void {
  if (warned.isDone || siteConfig().origin.trustedProxies > 0 || !isForwarded(headers)) return
  warned.isDone = true
  log('warn', 'proxy.untrusted-forwarding', {
    variable: 'TRUSTED_PROXIES',
    problem:
      'is 0, but X-Forwarded-For came. Behind a proxy all visitors count as one address: set how many there are',
  })
}

/** Why sign-in can't work at this request's origin; null if it can. */
export async function signInObstacle(): Promise<SignInObstacle | null> {
  if (!siteConfig().public.identity) return 'not-configured'
  const origin = await requestOrigin()
  return origin && !isSecureOrigin(origin) ? 'not-secure' : null
}

/** The site's origin as this visitor sees it; null if the request names none. */
export async function requestOrigin(): Promise<string | null> {
  return ownOrigin(await headers(), siteConfig().origin)
}

export type JsonBody =
  | { status: 'read'; value: unknown }
  | { status: 'refused'; code: 'body-too-large' | 'no-json' }

/**
 * Reads the body as JSON, refusing it over `maxBytes`: by `Content-Length` up front, otherwise while reading.
 * Leaves the rest unread: canceling the stream would close the connection before the response.
 */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const refused = { status: 'refused', code: 'body-too-large' } as const
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return refused
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) return refused
    chunks.push(chunk)
  }
  const value = parseJson(Buffer.concat(chunks).toString('utf8'))
  return value === null ? { status: 'refused', code: 'no-json' } : { status: 'read', value }
}
