/** Return paths. Separate from the site map, as most pages don't need them. */
import { decodedPath, pageAt } from './paths'
import { routes, type SitePath } from './routes'

/**
 * The page a visitor asked to return to, or the account page. Never another origin, the sign-in pages (a
 * loop) or an endpoint. Prevents open redirects by `//host`, `/\host`, encoded variants, control characters,
 * dot segments and other schemes.
 */
export function safeReturnPath(value: unknown): SitePath {
  const base = 'http://site.invalid'
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return routes.app
  if (hasUnsafeCharacters(value) || !URL.canParse(value, base)) return routes.app
  const url = new URL(value, base)
  if (url.origin !== base || hasUnsafeCharacters(decodedPath(url.pathname))) return routes.app
  const page = pageAt(url.pathname)
  if (!page || page.name === 'login' || page.name.startsWith('auth-')) return routes.app
  return (url.pathname + url.search + url.hash) as SitePath
}

function hasUnsafeCharacters(path: string | null): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return path === null || /[\u0000-\u001f\u007f\\]/.test(path)
}
