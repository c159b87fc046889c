import 'server-only'
/** Redirects of addresses that email programs, people and browsers have changed. */
import { decodedPath, pageAt } from '@/lib/site/paths'
import { notSentPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

type Redirect = { status: 303 | 307; path: string }

/** The redirect of this request; null if it needs none. */
export function findRedirect({ method, url }: Pick<Request, 'method' | 'url'>): Redirect | null {
  const { pathname, search } = new URL(url)
  if (pathname === routes.login && method === 'POST') return { status: 303, path: notSentPath(search) }
  if (method !== 'GET' && method !== 'HEAD') return null
  const unpunctuated = withoutPunctuation(pathname)
  if (unpunctuated) return { status: 307, path: unpunctuated + search }
  const unescaped = search.replace(escapedAmpersand, '&')
  return unescaped !== search && pageAt(pathname) ? { status: 307, path: pathname + unescaped } : null
}

/** The path of a page by ID whose link was copied with trailing punctuation, such as a period, a bracket or U+200B. */
function withoutPunctuation(pathname: string): string | null {
  const [, path = ''] =
    /^(.*\/[\da-f-]{36})(?:(?![/\\])[\p{P}\p{S}\p{Z}\p{C}])+$/iu.exec(decodedPath(pathname) ?? '') ?? []
  return pageAt(path) ? path : null
}

/** Between parameters, where email programs and copied HTML leave it. In a value, browsers send `%26`. */
const escapedAmpersand = /&(amp(;|%3B))+/gi
