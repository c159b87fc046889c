/** Matches paths with the site map. Separate from it, as most pages don't need this in the browser. */

import { parseUuid } from '@/lib/uuid'
import { endpointMethods } from './endpoints'
import { pages } from './pages'
import type { Page } from './room'

export type RouteMatch = { page: Page | null; isKnown: boolean; needsSession: boolean }

/** What a path leads to, and whether it needs a session. Decodes percent-encoding first. */
export function matchRoute(pathname: string): RouteMatch {
  const page = pageAt(pathname)
  const isKnown = page !== null || isEndpoint(pathname)
  return { page: page ?? invalidIdPageAt(pathname), isKnown, needsSession: needsSession(pathname) }
}

/** The page that Next renders, without decoding, for a path with a malformed ID, which is an unknown path. */
function invalidIdPageAt(pathname: string): Page | null {
  const pattern = pathname.replace(/[^/]+$/, '{uuid}')
  return pages.find((page) => page.pattern === pattern) ?? null
}

/** The page at a path, or null. */
export function pageAt(pathname: string): Page | null {
  const segments = decodedSegments(pathname)
  return segments && (splitPages.find(({ pattern }) => matches(pattern, segments))?.page ?? null)
}

/** Whether Next, which doesn't decode the fixed parts of a path, routes this path to the page. */
export function isRoutedTo({ pattern }: Page, pathname: string): boolean {
  const segments = splitPath(pathname)
  const parts = splitPath(pattern)
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith('{') || part === segments[at])
  )
}

/** Whether people can sign in with other providers there, in a popup. */
export function opensPopups({ name }: Page): boolean {
  return name === 'login' || name === 'account'
}

/** Whether people sign in there, confirm who they are, or request an email for that. */
export function offersSignIn(page: Page): boolean {
  return opensPopups(page) || page.hasSecretAddress === true
}

/**
 * Whether a path needs a session: guarded pages and everything below them, even if no page is there (S76). A
 * path with an invalid UUID isn't guarded: it's unknown to everyone.
 */
export function needsSession(pathname: string): boolean {
  const segments = decodedSegments(pathname)
  return segments !== null && guardedPages.some(({ pattern }) => matchesPrefix(pattern, segments))
}

/** Whether a page or an endpoint is at this path. */
export function isKnownPath(pathname: string): boolean {
  return matchRoute(pathname).isKnown
}

/** Whether a route handler is at this path. */
export function isEndpoint(pathname: string): boolean {
  return methodsAt(pathname) !== null
}

/** What the handler at this path answers, with the HEAD and OPTIONS that Next adds; null without one. */
export function methodsAt(pathname: string): readonly string[] | null {
  const segments = splitPath(pathname)
  splitEndpoints ??= endpointMethods().map(([pattern, methods]) => ({
    pattern: splitPath(pattern),
    methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
  }))
  return splitEndpoints.find(({ pattern }) => matches(pattern, segments))?.methods ?? null
}

/** Split once, as every request is compared with all of them. */
const splitPages = pages.map((page) => ({ page, pattern: splitPath(page.pattern) }))
const guardedPages = splitPages.filter(({ page }) => page.guard === 'session')
/** Created at the first use, so that browser bundles can drop it. */
let splitEndpoints: { pattern: readonly string[]; methods: readonly string[] }[] | undefined

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.length === segments.length && matchesPrefix(pattern, segments)
}

function matchesPrefix(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, index) =>
    part.startsWith('{') ? matchesParameter(part, segments[index] ?? '') : part === segments[index],
  )
}

function splitPath(path: string): readonly string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

function decodedSegments(pathname: string): readonly string[] | null {
  const path = decodedPath(pathname)
  if (!path?.startsWith('/')) return null
  return splitPath(path)
}

/** Spec section 8, 'failed route validation'. */
function matchesParameter(parameter: string, segment: string): boolean {
  return parameter === '{uuid}' ? parseUuid(segment) !== null : segment !== ''
}

/** Decodes until nothing changes, as some proxies do; null if malformed. */
export function decodedPath(path: string): string | null {
  let decoded = decodeOnce(path)
  for (let round = 0; round < 5 && decoded !== null; round++) {
    const next = decodeOnce(decoded)
    if (next === null || next === decoded) return decoded
    decoded = next
  }
  return null
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
