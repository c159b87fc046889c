/** What stands at a path. Apart from the site map, as most pages in a browser do without. */
import { decodedPath } from './decoded-path'
import { endpointMethods, type Page, pages } from './routes'

/** The page a path belongs to, or null if the site has none there. Percent-encoding is seen through. */
export function pageAt(pathname: string): Page | null {
  const path = decodedPath(pathname)
  if (!path?.startsWith('/')) return null
  const segments = path === '/' ? [] : path.slice(1).split('/')
  return pages.find((page) => matches(page.pattern, segments)) ?? null
}

/** Whether the site answers at this path at all: a page or one of its endpoints. */
export function isKnownPath(pathname: string): boolean {
  return pageAt(pathname) !== null || isEndpoint(pathname)
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

/**
 * Whether the path may only be opened with a session: `/app`, `/share/{uuid}` and whatever lies below them,
 * also where no page is (spec section 6). What is no uuid is unknown to everybody.
 */
export function needsSession(pathname: string): boolean {
  const path = decodedPath(pathname)
  if (path === null) return false
  const [, first = '', second = ''] = path.split('/')
  return first === 'app' || (first === 'share' && isUuid(second))
}

function matches(pattern: string, segments: string[]): boolean {
  const wanted = pattern === '/' ? [] : pattern.slice(1).split('/')
  if (wanted.length !== segments.length) return false
  return wanted.every((part, index) =>
    part.startsWith('{') ? fits(part, segments[index] ?? '') : part === segments[index],
  )
}

/** Spec section 8, 'failed route validation': a path whose uuid is none is unknown. */
function fits(parameter: string, segment: string): boolean {
  return parameter === '{uuid}' ? isUuid(segment) : segment !== ''
}

/** Whether this names a note that may have been shared; anything else is unknown (spec section 8). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
