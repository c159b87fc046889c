import 'server-only'
/** Requests that lead elsewhere, whoever sends them. */
import { formAfter } from '@/lib/site/form-after'
import { decodedPath, pageAt } from '@/lib/site/paths'
import { routes } from '@/lib/site/routes'
import { parseUuid } from '@/lib/uuid'

type Target = { status: 303 | 307; path: string }

/** Where this request should go instead; null if nowhere. */
export function findTarget({ method, url }: Pick<Request, 'method' | 'url'>): Target | null {
  const { pathname, search } = new URL(url)
  if (pathname === routes.login && method === 'POST') return { status: 303, path: formAfter(search) }
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

/** Whether Next would serve one of its internal pages at this path: `/_global-error` responds with 500. */
export function isNextInternalPage(pathname: string): boolean {
  return /^\/(_global-error|_not-found|_error|404|500)(\.\w+)?\/?$/.test(decodedPath(pathname) ?? '')
}
