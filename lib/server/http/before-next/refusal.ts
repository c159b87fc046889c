import 'server-only'
/** Requests we refuse before Next: those it fails on, and bodies it would buffer for no reader. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@/lib/config/config'
import { botOf } from '@/lib/errors/bots'
import { longestBody } from '@/lib/notes/limits'
import { handlersFolder } from '@/lib/site/api-routes'
import { parseLoginMode } from '@/lib/site/login-notice'
import { decodedPath, isKnownPath, methodsAt, needsSession } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

export type Refusal = {
  status: 303 | 400 | 404 | 405 | 413 | 421
  headers?: Readonly<Record<string, string>>
  body?: string
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The refusal, or null if the request goes to Next. Only handlers may receive a body: Next would buffer any
 * other in memory for the middleware, however slowly it arrives.
 */
export function refusalOf(
  { method = '', url = '', headers }: Asked,
  { isEmulated, isDevelopment }: { isEmulated: boolean; isDevelopment: boolean },
): Refusal | null {
  const host = hostnameOf(headers.host)
  // DNS rebinding: under an attacker's name, these pages have a sign-in that anyone can forge.
  if (isEmulated && !isThisMachine(host)) return notThisMachine
  // Next fails on `*`, and redirects to any host in an absolute-form target.
  if (host === null || !url.startsWith('/')) return { status: 400 }
  const [path = '', ...query] = url.split('?')
  if (path === routes.login && method === 'POST') return backToForm(query.join('?'))
  const isReading = method === 'GET' || method === 'HEAD'
  const methods = methodsAt(path)
  if (methods && !allMethods(methods).includes(method)) return wrongMethod(allMethods(methods))
  if (!methods && !isReading) return refusalOfPage(path, isDevelopment)
  if (bodyBytesOf(headers) > (isReading ? 0 : longestBodyBytes)) return tooLarge
  // The middleware, which answers bots elsewhere, doesn't run for these paths.
  const isMissing = !methods && path.startsWith(handlersFolder)
  return isMissing && botOf(headers['user-agent'] ?? null) ? { status: 404 } : null
}

/**
 * Whether Next would find a page at a path that has none: one of its internal pages (`/_global-error` answers
 * 500), or the page of shared notes, which matches any segment and sends a 404 with no text in its HTML.
 */
export function isMistakenByNext(url: string): boolean {
  const path = decodedPath(url.split('?', 1)[0] ?? '') ?? ''
  if (/^\/(_global-error|_not-found|_error|404|500)(\.\w+)?\/?$/.test(path)) return true
  return path.startsWith(routes.share('')) && !isKnownPath(path) && !needsSession(path)
}

/** The hostname in a `Host` header; null if it's malformed, empty if there's none (HTTP/1.0). */
function hostnameOf(host = ''): string | null {
  return /^([\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase() ?? null
}

/** Browsers resolve names under `localhost` to this machine without DNS (RFC 6761). */
function isThisMachine(hostname: string | null): boolean {
  return hostname !== null && (isLoopback(hostname) || hostname.endsWith('.localhost'))
}

const notThisMachine: Refusal = {
  status: 421,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'This site uses the Auth emulator, so it answers only as localhost or 127.0.0.1.\n',
}

/**
 * The browser submitted the form itself, without JavaScript or before it ran. Redirects to the form with a
 * notice, without reading the body: we never handle passwords.
 */
function backToForm(query: string): Refusal {
  const asked = new URLSearchParams(query)
  const [mode, next] = [parseLoginMode(asked.get('mode')), safeReturnPath(asked.get('next'))]
  return { status: 303, headers: { location: routes.loginAs({ mode, next, notice: 'not-sent' }) } }
}

/** Next adds these by itself. */
function allMethods(methods: readonly string[]): readonly string[] {
  return [...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS', ...methods]
}

/** Pages are read-only. Everything under a guarded path gets 405, so strangers don't learn what exists. */
function refusalOfPage(path: string, isDevelopment: boolean): Refusal | null {
  if (isKnownPath(path) || needsSession(path) || isFile(path)) return wrongMethod(['GET', 'HEAD'])
  // The tools of `next dev` have their own paths.
  return isDevelopment ? null : { status: 404 }
}

function isFile(path: string): boolean {
  return /^\/(_next\/static\/.*|favicon\.ico|icon\.svg)$/.test(path)
}

function wrongMethod(allowed: readonly string[]): Refusal {
  return { status: 405, headers: { allow: [...allowed].sort().join(', ') } }
}

/** The most any handler accepts: a note. Handlers' own limits also cover bodies of unknown length. */
const longestBodyBytes = longestBody

/** As declared; a chunked body counts as one byte. */
function bodyBytesOf(headers: Asked['headers']): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 1
}

const tooLarge: Refusal = {
  status: 413,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: 'body-too-large' }),
}
