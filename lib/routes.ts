/** The site map: every path of Foyer, what it needs, and which paths a visitor may be sent back to. */

import { decodedPath } from './decoded-path'

/** A path of this site, with its query. Only this file makes one. */
export type SitePath = string & { readonly brand: 'SitePath' }

export type PageName =
  | 'index'
  | 'login'
  | 'terms'
  | 'contact'
  | 'privacy'
  | 'app'
  | 'auth-success'
  | 'debug-config'
  | 'share-uuid'
  | 'auth-silent-refresh'

export type Page = {
  name: PageName
  pattern: string
  /** `static` pages are prerendered and never pass the middleware; `dynamic` ones are rendered per request. */
  rendering: 'static' | 'dynamic'
  /** Spec section 6: which pages have an auth check. `session` pages cover the paths below them, too. */
  guard: 'none' | 'session' | 'signed-out'
}

/** The ten pages of spec section 2, in its order and with its names. */
export const pages: readonly Page[] = [
  { name: 'index', pattern: '/', rendering: 'static', guard: 'none' },
  { name: 'login', pattern: '/login', rendering: 'dynamic', guard: 'signed-out' },
  { name: 'terms', pattern: '/terms', rendering: 'static', guard: 'none' },
  { name: 'contact', pattern: '/contact', rendering: 'static', guard: 'none' },
  { name: 'privacy', pattern: '/privacy', rendering: 'static', guard: 'none' },
  { name: 'app', pattern: '/app', rendering: 'dynamic', guard: 'session' },
  { name: 'auth-success', pattern: '/auth/success', rendering: 'dynamic', guard: 'none' },
  { name: 'debug-config', pattern: '/debug-config', rendering: 'dynamic', guard: 'none' },
  { name: 'share-uuid', pattern: '/share/{uuid}', rendering: 'dynamic', guard: 'session' },
  { name: 'auth-silent-refresh', pattern: '/auth/silent-refresh', rendering: 'dynamic', guard: 'none' },
]

const sitePath = (path: string) => path as SitePath

/** Builds every link, redirect and request path of the site. */
export const routes = {
  home: sitePath('/'),
  login: sitePath('/login'),
  terms: sitePath('/terms'),
  contact: sitePath('/contact'),
  privacy: sitePath('/privacy'),
  app: sitePath('/app'),
  debugConfig: sitePath('/debug-config'),
  share: (id: string) => sitePath(`/share/${encodeURIComponent(id)}`),
  loginThen: (next: SitePath, notice?: LoginNotice) => sitePath(`/login${query({ next, notice })}`),
  authSuccess: (next: SitePath) => sitePath(`/auth/success${query({ next })}`),
  silentRefresh: (next: SitePath) => sitePath(`/auth/silent-refresh${query({ next })}`),
  api: {
    session: sitePath('/api/session'),
    sessionEnded: sitePath('/api/session/ended'),
    unavailable: sitePath('/api/unavailable'),
    sessions: sitePath('/api/sessions'),
    config: sitePath('/api/config'),
    contact: sitePath('/api/contact'),
    errors: sitePath('/api/errors'),
    health: sitePath('/api/health'),
    ready: sitePath('/api/ready'),
  },
  /** Which build of the site runs, and what it says of its pages. The time is there to get past every cache. */
  builds: {
    latest: (timestampMs: number) => sitePath(`/builds/latest.json?${timestampMs}`),
    meta: (buildId: string) => sitePath(`/builds/meta/${encodeURIComponent(buildId)}.json`),
  },
  /** The prerendered payload of each static page, asked for with the id of a build as the query. */
  payloads: pages
    .filter(({ rendering }) => rendering === 'static')
    .map(({ pattern }) => sitePath(`${pattern === '/' ? '' : pattern}/_payload.json`)),
  /** Takes a dead session's cookie away and goes on to the form. */
  sessionEnded: (next: SitePath) => sitePath(`/api/session/ended${query({ next })}`),
  /** Ends one session of the visitor's own, all others, or all. */
  session: (id: string) => sitePath(`/api/sessions/${encodeURIComponent(id)}`),
  sessionsWhich: (which: 'others' | 'all') => sitePath(`/api/sessions${query({ which })}`),
  /** One note of the visitor's own. */
  note: (id: string) => sitePath(`/api/notes/${encodeURIComponent(id)}`),
  /** Says with status 503 that nobody can tell at the moment, and comes back by itself. */
  unavailable: (next: SitePath) => sitePath(`/api/unavailable${query({ next })}`),
  /** Where `/api/contact` ends when the site has no contact address: a `:target` on the contact page. */
  contactMissing: sitePath('/contact#no-address'),
} as const

const endpoints: readonly string[] = [
  ...Object.values(routes.api),
  ...routes.payloads,
  '/api/sessions/{id}',
  '/api/notes/{id}',
  '/builds/latest.json',
  '/builds/meta/{file}',
]

/** Why a visitor stands at the sign-in form; the form says it in words. */
export const loginNotices = ['expired', 'not-sent', 'ended', 'disabled', 'signed-out-elsewhere'] as const
export type LoginNotice = (typeof loginNotices)[number]

/** One of our notices, or null for anything a stranger put into the address. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}

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
  const segments = pathname.slice(1).split('/')
  return endpoints.some((pattern) => matches(pattern, segments))
}

/** Whether this path answers with a static document; also where no page is, as the 404 page is static. */
export function isStaticPath(pathname: string): boolean {
  return !isEndpoint(pathname) && (pageAt(pathname)?.rendering ?? 'static') === 'static'
}

/**
 * Whether the path may only be opened with a session: `/app`, `/share/{uuid}` and whatever lies below them,
 * also where no page is (spec section 6, DESIGN section 4). What is no uuid is unknown to everybody.
 */
export function needsSession(pathname: string): boolean {
  const path = decodedPath(pathname)
  if (path === null) return false
  const [, first = '', second = ''] = path.split('/')
  return first === 'app' || (first === 'share' && isUuid(second))
}

/**
 * The page of this site that a visitor asked to return to, or the account page. Never another origin, never
 * the sign-in pages themselves (a loop), never an endpoint. Answers open redirects by `//host`, `/\host`,
 * encoded variants, control characters, dot segments and other schemes.
 */
export function safeReturnPath(value: unknown): SitePath {
  const base = 'http://site.invalid'
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return routes.app
  if (hasUnsafeCharacters(value) || !URL.canParse(value, base)) return routes.app
  const url = new URL(value, base)
  if (url.origin !== base || hasUnsafeCharacters(decodedPath(url.pathname))) return routes.app
  const page = pageAt(url.pathname)
  if (!page || page.name === 'login' || page.name.startsWith('auth-')) return routes.app
  return sitePath(url.pathname + url.search + url.hash)
}

function hasUnsafeCharacters(path: string | null): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return path === null || /[\u0000-\u001f\u007f\\]/.test(path)
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

function query(parameters: Record<string, string | undefined>): string {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
