import { parseLoginMode } from './login-notice'
import { pageAt } from './paths'
import { routes } from './routes'
import { type SitePath, sitePath } from './site-path'

/**
 * The page to return to after a sign-in; `routes.app` unless it's a page of this site, and for the sign-in pages, which
 * would be a loop. Prevents open redirects by `//host`, `/\host`, encoded variants, control characters, dot segments and
 * other schemes.
 */
export function safeReturnPath(value: unknown): SitePath {
  const base = 'http://site.invalid'
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return routes.app
  if (unsafeCharacters.test(value) || !URL.canParse(value, base)) return routes.app
  const url = new URL(value, base)
  if (url.origin !== base) return routes.app
  const page = pageAt(url.pathname)
  if (!page || page.name === 'login' || page.name.startsWith('auth-')) return routes.app
  const path = url.pathname + url.search + url.hash
  return sitePath('', { next: path }).length > maxQueryLength ? routes.app : (path as SitePath)
}

/**
 * The sign-in form with a notice, for a browser that submitted the form itself, without JavaScript or before it ran. The body
 * stays unread: we never handle passwords.
 */
export function notSentPath(query: string): SitePath {
  const parameters = new URLSearchParams(query)
  const [mode, next] = [parseLoginMode(parameters.get('mode')), safeReturnPath(parameters.get('next'))]
  return routes.loginAs({ mode, next, notice: 'not-sent' })
}

/** As a parameter, where a search of 100 characters may take 1.6 KB. The request guards refuse a query over 2 KB. */
const maxQueryLength = 1_900

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const unsafeCharacters = /[\u0000-\u001f\u007f\\]/
