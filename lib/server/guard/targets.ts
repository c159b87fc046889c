import 'server-only'
/** Requests that lead elsewhere, whoever sends them. */
import { isDocumentRequest } from '@/lib/http/origin'
import { parseLoginMode } from '@/lib/site/login-notice'
import { decodedPath, pageAt } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'
import { parseUuid } from '@/lib/uuid'

type Target = { status: 303 | 307; url: string }

/**
 * Where this request should go instead, as an absolute URL; null if nowhere. `isLocal`: the site is for this machine alone.
 * `origin`: the site's own, as this visitor sees it.
 */
export function findTarget(
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  { isLocal, origin }: { isLocal: boolean; origin: string | null },
): Target | null {
  const { method, url } = request
  const { pathname, search } = new URL(url)
  const redirect = (path: string, status: Target['status'] = 307) => ({
    status,
    url: new URL(path, url).href,
  })
  if (pathname === routes.login && method === 'POST') return redirect(formAfter(search), 303)
  if (method !== 'GET' && method !== 'HEAD') return null
  const shareId = shareIdBeforePunctuation(pathname)
  if (shareId) return redirect(routes.share(shareId) + search)
  const unescaped = search.replace(escapedAmpersand, '&')
  if (unescaped !== search && pageAt(pathname)) return redirect(pathname + unescaped)
  const named = isLocal && isDocumentRequest(request) && pageAt(pathname) && localhostOf(origin)
  return named ? { status: 307, url: named + pathname + search } : null
}

/**
 * The browser submitted the form itself, without JavaScript or before it ran. It gets the form again, with a notice, and the
 * body stays unread: we never handle passwords.
 */
function formAfter(search: string): string {
  const parameters = new URLSearchParams(search)
  const [mode, next] = [parseLoginMode(parameters.get('mode')), safeReturnPath(parameters.get('next'))]
  return routes.loginAs({ mode, next, notice: 'not-sent' })
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

/** The same site at its name, as browsers refuse passkeys at an IP address; null if it's there already, or elsewhere. */
function localhostOf(origin: string | null): string | null {
  if (origin === null) return null
  const named = new URL(origin)
  if (!['127.0.0.1', '[::1]'].includes(named.hostname)) return null
  named.hostname = 'localhost'
  return named.origin
}
