import 'server-only'
/** Requests we refuse before Next: those it fails on, and bodies it would buffer for no reader. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@/lib/config/config'
import { firebasePrefix } from '@/lib/site/api-routes'
import { decodedPath, isKnownPath, methodsAt, needsSession } from '@/lib/site/paths'
import { notSentPath } from '@/lib/site/return-path'
import { paths, routes } from '@/lib/site/routes'

export type Refusal = {
  status: 303 | 400 | 404 | 405 | 413 | 414 | 421
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** For people: bots get no body. */
function inWords(status: Refusal['status'], body: string): Refusal {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** `maxBodyBytes`: the longest body any handler reads, whose own limits also cover bodies of unknown length. */
type RefusalOptions = { isEmulated: boolean; isDevelopment: boolean; maxBodyBytes: number }

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>

/**
 * The refusal, or null if the request goes to Next. Only handlers may receive a body: Next would buffer any
 * other in memory for the middleware, however slowly it arrives.
 */
export function refusalOf(
  { method = '', url = '', headers, headersDistinct }: RequestHead,
  { isEmulated, isDevelopment, maxBodyBytes }: RefusalOptions,
): Refusal | null {
  const host = hostnameOf(headers.host)
  // DNS rebinding: under an attacker's name, these pages have a sign-in that anyone can forge.
  if (isEmulated && !(host !== null && isLoopback(host)))
    return inWords(421, 'This site uses the Auth emulator, so it answers only as localhost or 127.0.0.1.\n')
  // Next fails on `*`, and redirects to any host in an absolute-form target.
  if (host === null || !url.startsWith('/')) return { status: 400 }
  // Node uses the first, a proxy perhaps the last.
  if ((headersDistinct.host?.length ?? 0) > 1) return { status: 400 }
  if (isTooLong(url)) return tooLong
  if (!isReadable(url)) return unreadable
  const [path = ''] = url.split('?', 1)
  // The middleware would do the same, but Next would wait for the body.
  if (path === routes.login && method === 'POST')
    return { status: 303, headers: { location: notSentPath(url.slice(path.length)) } }
  const isReading = method === 'GET' || method === 'HEAD'
  const methods = methodsAt(path)
  if (methods && !methods.includes(method)) return wrongMethod(methods)
  if (!methods && !isReading) return refusalOfPage(path, isDevelopment)
  return bodyBytesOf(headers) > (isReading ? 0 : maxBodyBytes) ? tooLarge : null
}

/**
 * Whether the path of a target can be decoded, which Next answers with 500 in a dynamic segment, and has no `.` or `..` as a
 * segment, which browsers resolve before sending.
 */
function isReadable(url: string): boolean {
  const segments = decodedPath(url.split('?', 1)[0] ?? '')?.split(/[/\\]/)
  return segments?.every((segment) => segment !== '.' && segment !== '..') === true
}

/**
 * Whether reading this target would cost too much: Next takes seconds for a query of thousands of equal parameters. The
 * longest query that a page of ours makes is a search of 100 characters in `next` (1.6 KB). Providers and emails nest ours in theirs.
 */
function isTooLong(url: string): boolean {
  const start = url.indexOf('?')
  const [path, query] = start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)]
  const isFromElsewhere = path.startsWith(firebasePrefix) || path === paths.authAction
  return (
    path.length > maxTargetLength ||
    query.length > (isFromElsewhere ? maxNestedQueryLength : maxTargetLength) ||
    query.split('&').length > maxParameters
  )
}

const maxTargetLength = 2 * 1024
const maxNestedQueryLength = 8 * 1024
const maxParameters = 50

const tooLong = inWords(414, 'This address is too long. Check it for extra characters.\n')

const unreadable = inWords(400, 'This address is not valid. Check it for missing or extra characters.\n')

/** The hostname in a `Host` header; null if malformed, empty without one (HTTP/1.0). */
function hostnameOf(host = ''): string | null {
  return /^([\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase() ?? null
}

/** Pages are read-only. Everything under a guarded path gets 405, so strangers don't learn what exists. */
function refusalOfPage(path: string, isDevelopment: boolean): Refusal | null {
  if (isKnownPath(path) || needsSession(path) || file.test(path)) return wrongMethod(['GET', 'HEAD'])
  // The tools of `next dev` have their own paths.
  return isDevelopment ? null : inWords(404, 'Nothing is here that takes a form.\n')
}

const file = /^\/(_next\/static\/.*|favicon\.ico|icon\.svg)$/

function wrongMethod(allowed: readonly string[]): Refusal {
  return { status: 405, headers: { allow: [...allowed].sort().join(', ') } }
}

/** As declared; a chunked body counts as one byte. */
function bodyBytesOf(headers: RequestHead['headers']): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 1
}

const tooLarge: Refusal = {
  status: 413,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: 'body-too-large' }),
}
