import 'server-only'
import { headers } from 'next/headers'
import { siteConfig } from '@/lib/config/config'
import type { ClientFacts } from '@/lib/errors/record'
import {
  clientAddress,
  type HeaderReader,
  isCrossSite,
  isForwarded,
  needsSecureCookie,
  ownOrigin,
} from '@/lib/http/origin'
import { parseJson } from '@/lib/json'
import { requestIdHeader } from '@/lib/log/record'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { findOpenRequest, type OpenRequest } from './requests'

/** Facts about a request; forwarding headers count only from a trusted proxy, and an ID only from the front. */
export type RequestFacts = {
  requestId: string
  /** Null if nothing tells it. */
  clientAddress: string | null
  userAgent: string
  /** Whether a cookie set here is `Secure`. */
  needsSecureCookie: boolean
  isCrossSite: boolean
}

/** For handlers: pages have the middleware's ID. */
export function requestFacts(headers: Headers): RequestFacts {
  const open = findOpenRequest(headers.get(requestIdHeader) ?? '')
  const settings = siteConfig().origin
  const socketAddress = socketAddressOf(open)
  if (socketAddress !== null) warnAboutProxy(headers, socketAddress)
  const origin = ownOrigin(headers, settings)
  return {
    requestId: open?.id ?? crypto.randomUUID(),
    clientAddress: clientAddress(headers, settings, socketAddress),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 400),
    needsSecureCookie: needsSecureCookie(origin),
    isCrossSite: isCrossSite(headers, origin),
  }
}

/** Who sent a request, for the log. */
export function clientOf(headers: HeaderReader): ClientFacts {
  const open = findOpenRequest(headers.get(requestIdHeader) ?? '')
  const settings = siteConfig().origin
  return {
    userAgent: headers.get('user-agent'),
    clientAddress: clientAddress(headers, settings, socketAddressOf(open)),
    referrer: headers.get('referer'),
    ownOrigin: ownOrigin(headers, settings),
  }
}

function socketAddressOf(open: OpenRequest | null): string | null {
  return open?.request.socket.remoteAddress ?? null
}

const warned = oncePerProcess('forwarding', () => ({ isDone: false }))

/** Warns once per process, as anyone can send the header: behind an unconfigured proxy all visitors share rate limits. */
function warnAboutProxy(headers: Headers, socketAddress: string): void {
  const { trustedProxies, addressHeader } = siteConfig().origin
  if (warned.isDone || trustedProxies > 0 || addressHeader || !isForwarded(headers, socketAddress)) return
  warned.isDone = true
  log('warn', 'proxy.untrusted-forwarding', {
    variable: 'TRUSTED_PROXIES',
    problem:
      'is 0, but X-Forwarded-For came. Behind a proxy all visitors count as one address: set how many there are',
  })
}

/** The site's origin as this visitor sees it; null if the request names none. */
export async function requestOrigin(): Promise<string | null> {
  return ownOrigin(await headers(), siteConfig().origin)
}

export type JsonBody =
  | { status: 'read'; value: unknown }
  | { status: 'refused'; code: 'body-too-large' | 'no-json' }

/** Reads the body as JSON, refusing it over `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const text = await readText(request, maxBytes)
  if (text === null) return { status: 'refused', code: 'body-too-large' }
  const value = parseJson(text)
  return value === null ? { status: 'refused', code: 'no-json' } : { status: 'read', value }
}

/** Reads the body of a plain form; null over `maxBytes`. */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams | null> {
  const text = await readText(request, maxBytes)
  return text === null ? null : new URLSearchParams(text)
}

/**
 * The body; null over `maxBytes`, by `Content-Length` up front, otherwise while reading. Leaves the rest unread: canceling
 * the stream would close the connection before the response.
 */
async function readText(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
