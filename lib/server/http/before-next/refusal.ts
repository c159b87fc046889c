import 'server-only'
/** Which requests are answered before Next sees them: it would fail at them, or keep what nobody reads. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@/lib/config/config'
import { botOf } from '@/lib/errors/bots'
import { decodedPath, isKnownPath, methodsAt, needsSession } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import { handlersFolder, routes } from '@/lib/site/routes'

export type Refusal = {
  status: 303 | 400 | 404 | 405 | 413 | 421
  headers?: Readonly<Record<string, string>>
  body?: string
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The answer to what nobody serves here, or null for a request that Next may have. Only a handler gets a body: any other
 * Next would keep in memory for the middleware, for as long as it takes to come.
 */
export function refusalOf(
  { method = '', url = '', headers }: Asked,
  { isEmulated, isDevelopment }: { isEmulated: boolean; isDevelopment: boolean },
): Refusal | null {
  const host = hostnameOf(headers.host)
  // Whoever leads a browser here under another name (DNS rebinding) would have pages whose sign-in anybody can forge.
  if (isEmulated && !isThisMachine(host)) return notThisMachine
  // Next fails at `*`, and where the target names a host it sends the visitor there.
  if (host === null || !url.startsWith('/')) return { status: 400 }
  const [path = '', ...query] = url.split('?')
  if (path === routes.login && method === 'POST') return backToForm(query.join('?'))
  const isReading = method === 'GET' || method === 'HEAD'
  const methods = methodsAt(path)
  if (methods && !allMethods(methods).includes(method)) return wrongMethod(allMethods(methods))
  if (!methods && !isReading) return refusalOfPage(path, isDevelopment)
  if (bodyBytesOf(headers) > (isReading ? 0 : longestBodyBytes)) return tooLarge
  // No middleware runs there, which answers bots elsewhere.
  const isMissing = !methods && path.startsWith(handlersFolder)
  return isMissing && botOf(headers['user-agent'] ?? null) ? { status: 404 } : null
}

/**
 * Whether Next would find something here though nothing stands there: a page that it keeps for its own use (`/_global-error`
 * answers 500), or the page of shared notes, which takes any segment and says 404 without a word in the HTML.
 */
export function isMistakenByNext(url: string): boolean {
  const path = decodedPath(url.split('?', 1)[0] ?? '') ?? ''
  if (/^\/(_global-error|_not-found|_error|404|500)(\.\w+)?\/?$/.test(path)) return true
  return path.startsWith(routes.share('')) && !isKnownPath(path) && !needsSession(path)
}

/** The name in a `Host` header; null if that is no host, and empty where none is sent (HTTP/1.0). */
function hostnameOf(host = ''): string | null {
  return /^([\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase() ?? null
}

/** Browsers look for names below `localhost` on this machine, whatever a name server says (RFC 6761). */
function isThisMachine(hostname: string | null): boolean {
  return hostname !== null && (isLoopback(hostname) || hostname.endsWith('.localhost'))
}

const notThisMachine: Refusal = {
  status: 421,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'This site uses the Auth emulator, so it answers only as localhost or 127.0.0.1.\n',
}

/**
 * The form was sent by the browser itself: without JavaScript, or before it had started. What it holds is
 * not read, as a password has nothing to do here; the form comes back and says what it needs.
 */
function backToForm(query: string): Refusal {
  const next = safeReturnPath(new URLSearchParams(query).get('next'))
  return { status: 303, headers: { location: routes.loginThen(next, 'not-sent') } }
}

/** Next adds these by itself. */
function allMethods(methods: readonly string[]): readonly string[] {
  return [...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS', ...methods]
}

/** Nothing but a handler is ever sent anything; below a guarded path strangers do not learn what exists. */
function refusalOfPage(path: string, isDevelopment: boolean): Refusal | null {
  if (isKnownPath(path) || needsSession(path) || isFile(path)) return wrongMethod(['GET', 'HEAD'])
  // The tools of `next dev` have addresses of their own.
  return isDevelopment ? null : { status: 404 }
}

function isFile(path: string): boolean {
  return /^\/(_next\/static\/.*|favicon\.ico|icon\.svg)$/.test(path)
}

function wrongMethod(allowed: readonly string[]): Refusal {
  return { status: 405, headers: { allow: [...allowed].sort().join(', ') } }
}

/** The most that any handler takes; each has a limit of its own below it, which also counts a body of unknown length. */
const longestBodyBytes = 64 * 1024

/** As announced; one that comes in chunks has at least one byte. */
function bodyBytesOf(headers: Asked['headers']): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 1
}

const tooLarge: Refusal = {
  status: 413,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: 'body-too-large' }),
}
