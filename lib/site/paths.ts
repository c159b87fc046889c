/** What a path leads to. Separate from the site map, as most pages don't need it in the browser. */

import { endpointMethods } from './endpoints'
import { type Page, pages } from './pages'

/** What a path leads to, and whether it needs a session. */
export type Place = { page: Page | null; isKnown: boolean; needsSession: boolean }

/** Decodes percent-encoding first. */
export function placeAt(pathname: string): Place {
  const page = pageAt(pathname)
  return { page, isKnown: page !== null || isEndpoint(pathname), needsSession: needsSession(pathname) }
}

/** The page at a path, or null. */
export function pageAt(pathname: string): Page | null {
  const segments = segmentsOf(pathname)
  return pages.find(({ pattern }) => segments && matches(pattern, segments)) ?? null
}

/** Whether people can sign in with other providers there, in a popup. */
export function opensPopups({ name }: Page): boolean {
  return name === 'login' || name === 'account'
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
  const segments = segmentsOf(pathname)
  return pages.some(({ pattern, guard }) => guard === 'session' && segments && begins(pattern, segments))
}

/** Whether a page or an endpoint is at this path. */
export function isKnownPath(pathname: string): boolean {
  return placeAt(pathname).isKnown
}

/** Whether a route handler is at this path. */
export function isEndpoint(pathname: string): boolean {
  return methodsAt(pathname) !== null
}

/** The methods of the handler at this path, or null. */
export function methodsAt(pathname: string): readonly string[] | null {
  const segments = pathname.slice(1).split('/')
  return endpointMethods().find(([pattern]) => matches(pattern, segments))?.[1] ?? null
}

function matches(pattern: string, segments: readonly string[]): boolean {
  return wantedBy(pattern).length === segments.length && begins(pattern, segments)
}

function begins(pattern: string, segments: readonly string[]): boolean {
  return wantedBy(pattern).every((part, index) =>
    part.startsWith('{') ? fits(part, segments[index] ?? '') : part === segments[index],
  )
}

function wantedBy(pattern: string): readonly string[] {
  return pattern === '/' ? [] : pattern.slice(1).split('/')
}

function segmentsOf(pathname: string): readonly string[] | null {
  const path = decodedPath(pathname)
  if (!path?.startsWith('/')) return null
  return wantedBy(path)
}

/** Spec section 8, 'failed route validation'. */
function fits(parameter: string, segment: string): boolean {
  return parameter === '{uuid}' ? isUuid(segment) : segment !== ''
}

/** Whether this can be a shared note's ID (spec section 8). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
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
