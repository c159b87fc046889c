import 'server-only'
/** Redirects of addresses that email programs, people and browsers have changed. */
import { notSentPath } from '@/lib/site/not-sent'
import { decodedPath, pageAt } from '@/lib/site/paths'
import { routes } from '@/lib/site/routes'
import { parseUuid } from '@/lib/uuid'

type Redirect = { status: 303 | 307; path: string }

/** The redirect of this request; null if it needs none. */
export function findRedirect({ method, url }: Pick<Request, 'method' | 'url'>): Redirect | null {
  const { pathname, search } = new URL(url)
  if (pathname === routes.login && method === 'POST') return { status: 303, path: notSentPath(search) }
  if (method !== 'GET' && method !== 'HEAD') return null
  const shareId = shareIdBeforePunctuation(pathname)
  if (shareId) return { status: 307, path: routes.share(shareId) + search }
  const unescaped = search.replace(escapedAmpersand, '&')
  return unescaped !== search && pageAt(pathname) ? { status: 307, path: pathname + unescaped } : null
}

/** The ID of a share link copied with trailing punctuation, such as a period, a bracket or U+200B. */
function shareIdBeforePunctuation(pathname: string): string | null {
  const path = decodedPath(pathname) ?? ''
  const folder = routes.share('')
  if (!path.startsWith(folder)) return null
  const [, id = ''] =
    /^([\da-f-]{36})(?:(?![/\\])[\p{P}\p{S}\p{Z}\p{C}])+$/iu.exec(path.slice(folder.length)) ?? []
  return parseUuid(id) && id
}

/** Between parameters, where email programs and copied HTML leave it. In a value, browsers send `%26`. */
const escapedAmpersand = /&(amp(;|%3B))+/gi
