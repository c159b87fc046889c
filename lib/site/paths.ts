/** What a path leads to. Separate from the site map, as most pages don't need it in the browser. */

import { parseUuid } from '@/lib/uuid'
import { endpointMethods } from './endpoints'
import { type Page, pages } from './pages'

/** What a path leads to, and whether it needs a session. */
export type RouteMatch = { page: Page | null; isKnown: boolean; needsSession: boolean }

/** Decodes percent-encoding first. */
export function matchRoute(pathname: string): RouteMatch {
  const page = pageAt(pathname)
  const isKnown = page !== null || isEndpoint(pathname)
  return { page: page ?? invalidIdPageAt(pathname), isKnown, needsSession: needsSession(pathname) }
}

/** A path with a malformed ID is unknown, but Next renders it by the page of such IDs. As it matches: without decoding. */
function invalidIdPageAt(pathname: string): Page | null {
  const pattern = pathname.replace(/[^/]+$/, '{uuid}')
  return pages.find((page) => page.pattern === pattern) ?? null
}

/** The page at a path, or null. */
export function pageAt(pathname: string): Page | null {
  const segments = decodedSegments(pathname)
  return segments && (splitPages.find(({ wanted }) => matches(wanted, segments))?.page ?? null)
}

/** Whether people can sign in with other providers there, in a popup. */
export function opensPopups({ name }: Page): boolean {
  return name === 'login' || name === 'account'
}

/** Whether it is counted who opens it. */
export function countsViews({ name }: Page): boolean {
  return name === 'share-uuid'
}

/** Whether people sign in there, confirm who they are, or ask for an email to do so. */
export function offersSignIn(page: Page): boolean {
  return opensPopups(page) || page.hasSecretAddress === true
}

/**
 * Whether a path needs a session: guarded pages and everything below them, even if no page is there (spec
 * section 6). A path without a valid UUID isn't guarded: it's unknown to everyone.
 */
export function needsSession(pathname: string): boolean {
  const segments = decodedSegments(pathname)
  return segments !== null && guardedPages.some(({ wanted }) => matchesPrefix(wanted, segments))
}

/** Whether a page or an endpoint is at this path. */
export function isKnownPath(pathname: string): boolean {
  return matchRoute(pathname).isKnown
}

/** Whether a route handler is at this path. */
export function isEndpoint(pathname: string): boolean {
  return methodsAt(pathname) !== null
}

/** The methods of the handler at this path, or null. */
export function methodsAt(pathname: string): readonly string[] | null {
  const segments = splitPath(pathname)
  splitEndpoints ??= endpointMethods().map(([pattern, methods]) => ({ wanted: splitPath(pattern), methods }))
  return splitEndpoints.find(({ wanted }) => matches(wanted, segments))?.methods ?? null
}

/** Split once: every request is compared with all of them, some more than once. */
const splitPages = pages.map((page) => ({ page, wanted: splitPath(page.pattern) }))
const guardedPages = splitPages.filter(({ page }) => page.guard === 'session')
/** At the first use, as browser bundles drop what they don't use. */
let splitEndpoints: { wanted: readonly string[]; methods: readonly string[] }[] | undefined

function matches(wanted: readonly string[], segments: readonly string[]): boolean {
  return wanted.length === segments.length && matchesPrefix(wanted, segments)
}

function matchesPrefix(wanted: readonly string[], segments: readonly string[]): boolean {
  return wanted.every((part, index) =>
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

/** Decodes until nothing changes, as a careless proxy behind us might; null if malformed. */
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
