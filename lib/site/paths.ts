/** What stands at a path. Apart from the site map, as most pages in a browser do without. */

import { endpointMethods } from './endpoints'
import { type Page, pages } from './routes'

/** What stands at a path, and whether it may only be opened with a session. */
export type Place = { page: Page | null; isKnown: boolean; needsSession: boolean }

/** Percent-encoding is seen through. */
export function placeAt(pathname: string): Place {
  const page = pageAt(pathname)
  return { page, isKnown: page !== null || isEndpoint(pathname), needsSession: needsSession(pathname) }
}

/** The page a path belongs to, or null if the site has none there. */
export function pageAt(pathname: string): Page | null {
  const segments = segmentsOf(pathname)
  return pages.find(({ pattern }) => segments && matches(pattern, segments)) ?? null
}

/**
 * Whether the path may only be opened with a session: pages that the table guards, and whatever lies below them, also
 * where no page is (spec section 6, DESIGN section 4). What is no uuid is unknown to everybody.
 */
export function needsSession(pathname: string): boolean {
  const segments = segmentsOf(pathname)
  return pages.some(({ pattern, guard }) => guard === 'session' && segments && begins(pattern, segments))
}

/** Whether the site answers at this path at all: a page or one of its endpoints. */
export function isKnownPath(pathname: string): boolean {
  return placeAt(pathname).isKnown
}

/** Whether no page but a handler answers there. */
export function isEndpoint(pathname: string): boolean {
  return methodsAt(pathname) !== null
}

/** The methods of the handler that answers there; null if there is none. */
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

/** Spec section 8, 'failed route validation': a path whose uuid is none is unknown. */
function fits(parameter: string, segment: string): boolean {
  return parameter === '{uuid}' ? isUuid(segment) : segment !== ''
}

/** Whether this names a note that may have been shared; anything else is unknown (spec section 8). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** Decodes until nothing is left to decode, as a careless proxy behind us might; null if it is malformed. */
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
