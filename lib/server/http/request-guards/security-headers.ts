import 'server-only'
/**
 * Adds security headers to every response of this process: prerendered pages, handlers, the middleware and
 * Next's own. HTML that isn't one of our pages gets the closed policy.
 */
import { type IncomingMessage, ServerResponse } from 'node:http'
import { errorPages } from '@/lib/builds/built-files'
import { siteConfig } from '@/lib/config/config'
import { referenceMetric, referenceOf } from '@/lib/errors/errors'
import { firebaseFileAt, firebaseHeaders } from '@/lib/http/firebase-files'
import { allowsHsts } from '@/lib/http/origin'
import {
  closedPolicy,
  documentHeaders,
  nonceHeader,
  plainHeaders,
  policyHeader,
  secretAddressHeader,
} from '@/lib/http/security-headers'
import { decodeForwardedLog, forwardedLogHeader } from '@/lib/log/record'
import { log } from '@/lib/server/log/log'
import { matchRoute, pageAt } from '@/lib/site/paths'
import { type PagePolicies, readPagePolicies } from './page-policies'
import { findOpenRequest, originOf, pathOf } from './requests'

/** Node calls `_implicitHeader` when a body starts without `writeHead`. */
type Head = { writeHead(...head: unknown[]): ServerResponse; _implicitHeader(): void }

/**
 * From now on adds the headers when a response's head is written, as its content is only known then. Patches two methods of
 * the prototype to cover requests during startup, whose `writeHead` Next's compression has already wrapped.
 */
export async function addSecurityHeaders(): Promise<void> {
  const policies = siteConfig().isDevelopment ? null : await readPagePolicies()
  const head = ServerResponse.prototype as unknown as Head
  const { writeHead, _implicitHeader } = head
  head.writeHead = function (this: ServerResponse, ...parameters) {
    completeHeaders(this, policies)
    return writeHead.apply(this, parameters)
  }
  head._implicitHeader = function (this: ServerResponse) {
    if (Object.hasOwn(this, 'writeHead')) completeHeaders(this, policies)
    _implicitHeader.apply(this)
  }
}

/** No policy in development (`policies` is null): hot reload needs what a strict one forbids. */
function completeHeaders(response: ServerResponse, policies: PagePolicies | null): void {
  if (response.headersSent) return
  logForwarded(response)
  for (const [name, value] of plainHeaders({ isHttps: needsHsts(response.req) }))
    response.setHeader(name, value)
  if (pageAt(pathOf(response.req))?.hasSecretAddress) response.setHeader(...secretAddressHeader)
  if (isPersonal(response)) response.setHeader('vary', withCookie(response.getHeader('vary')))
  const isDocument = String(response.getHeader('content-type') ?? '').startsWith('text/html')
  if (isDocument) for (const [name, value] of documentHeaders) response.setHeader(name, value)
  // `guard-server` has rewritten the path of files that aren't served.
  if (isDocument && firebaseFileAt(pathOf(response.req)))
    for (const [name, value] of firebaseHeaders) response.setHeader(name, value)
  const reference = carriesReference(response)
    ? referenceOf(String(response.getHeader('x-request-id') ?? ''))
    : ''
  if (reference) response.setHeader('server-timing', `${referenceMetric};desc="${reference}"`)
  if (!policies) return
  const nonce = takeNonce(response)
  // A standalone document has its own policy.
  if (response.hasHeader(policyHeader)) return
  const isPage = isDocument || isUnchangedPage(response)
  if (nonce)
    response.setHeader(policyHeader, policies.ofRendered(matchRoute(pathOf(response.req)).page, nonce))
  else response.setHeader(policyHeader, isPage ? prerenderedPolicy(response, policies) : closedPolicy)
}

/** Logs the record that the middleware forwards in a header, and removes the header. */
function logForwarded(response: ServerResponse): void {
  const record = response.getHeader(forwardedLogHeader)
  if (typeof record !== 'string') return
  response.removeHeader(forwardedLogHeader)
  log(...decodeForwardedLog(record))
  const open = findOpenRequest(String(response.getHeader('x-request-id') ?? ''))
  if (open) open.isReported = true
}

/** Whether the response carries a reference, for error pages. A cached one would be another request's. */
function carriesReference(response: ServerResponse): boolean {
  return response.statusCode >= 400 || isPersonal(response)
}

/** The page's nonce from the middleware. Ignored for prerendered pages (Next doesn't decode `/%6cogin`). */
function takeNonce(response: ServerResponse): string | null {
  const nonce = response.getHeader(nonceHeader)
  response.removeHeader(nonceHeader)
  return typeof nonce === 'string' && !response.hasHeader('x-nextjs-prerender') ? nonce : null
}

function prerenderedPolicy(response: ServerResponse, policies: PagePolicies): string {
  return policies.ofPrerendered.get(servedPattern(response)) ?? closedPolicy
}

function servedPattern({ statusCode, req }: ServerResponse): string {
  if (statusCode === 404) return errorPages.notFound
  if (statusCode >= 500) return errorPages.failure
  return pageAt(pathOf(req))?.pattern ?? ''
}

/** On 304 the browser shows its cached page with the headers of this response. */
function isUnchangedPage({ statusCode, req }: ServerResponse): boolean {
  return statusCode === 304 && pageAt(pathOf(req)) !== null
}

/** Personal responses vary by cookie. Next drops the middleware's `Vary` on rendered pages. */
function isPersonal(response: ServerResponse): boolean {
  return String(response.getHeader('cache-control') ?? '').startsWith('private')
}

function withCookie(vary: number | string | string[] | undefined): string {
  const names = vary === undefined ? [] : String(vary).split(/,\s*/)
  return [...names.filter((name) => name.toLowerCase() !== 'cookie'), 'Cookie'].join(', ')
}

function needsHsts(request: IncomingMessage): boolean {
  const { siteUrl, trustedProxies } = siteConfig().origin
  return allowsHsts(siteUrl || trustedProxies === 0 ? siteUrl : originOf(request))
}
