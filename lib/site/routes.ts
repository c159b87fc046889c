/** The site map: every path of Foyer, what it needs, and which paths a visitor may be sent back to. */

import type { LoginNotice } from './login-notice'

/** A path of this site, with its query. Only this file makes one. */
export type SitePath = string & { readonly brand: 'SitePath' }

/** Every page's path, written once. A part in braces is a parameter. */
const paths = {
  home: '/',
  login: '/login',
  terms: '/terms',
  contact: '/contact',
  privacy: '/privacy',
  app: '/app',
  account: '/app/account',
  authSuccess: '/auth/success',
  authAction: '/auth/action',
  silentRefresh: '/auth/silent-refresh',
  debugConfig: '/debug-config',
  share: '/share/{uuid}',
} as const

/** Every handler's path, written once. */
export const handlers = {
  session: '/api/session',
  sessionEnded: '/api/session/ended',
  sessions: '/api/sessions',
  oneSession: '/api/sessions/{id}',
  account: '/api/account',
  accountExport: '/api/account/export',
  note: '/api/notes/{id}',
  config: '/api/config',
  contact: '/api/contact',
  errors: '/api/errors',
  health: '/api/health',
  ready: '/api/ready',
  unavailable: '/api/unavailable',
  latestBuild: '/builds/latest.json',
  buildMeta: '/builds/meta/{file}',
} as const

export type Page = {
  name: string
  pattern: string
  /** `static` pages are prerendered and never pass the middleware; `dynamic` ones are rendered per request. */
  rendering: 'static' | 'dynamic'
  /** Spec section 6: which pages have an auth check. `session` pages cover the paths below them, too. */
  guard: 'none' | 'session' | 'signed-out'
  /** Its address proves something, as a mailed code does: no other request may tell of it. */
  hasSecretAddress?: true
}

/** The pages of spec section 2, in its order and with its names, then ours. */
export const pages: readonly Page[] = [
  { name: 'index', pattern: paths.home, rendering: 'static', guard: 'none' },
  { name: 'login', pattern: paths.login, rendering: 'dynamic', guard: 'signed-out' },
  { name: 'terms', pattern: paths.terms, rendering: 'static', guard: 'none' },
  { name: 'contact', pattern: paths.contact, rendering: 'static', guard: 'none' },
  { name: 'privacy', pattern: paths.privacy, rendering: 'static', guard: 'none' },
  { name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'session' },
  { name: 'auth-success', pattern: paths.authSuccess, rendering: 'dynamic', guard: 'none' },
  { name: 'debug-config', pattern: paths.debugConfig, rendering: 'dynamic', guard: 'none' },
  { name: 'share-uuid', pattern: paths.share, rendering: 'dynamic', guard: 'session' },
  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'account', pattern: paths.account, rendering: 'dynamic', guard: 'session' },
  {
    name: 'auth-action',
    pattern: paths.authAction,
    rendering: 'dynamic',
    guard: 'none',
    hasSecretAddress: true,
  },
]

/** Builds every link, redirect and request path of the site. */
export const routes = {
  home: sitePath(paths.home),
  login: sitePath(paths.login),
  terms: sitePath(paths.terms),
  contact: sitePath(paths.contact),
  privacy: sitePath(paths.privacy),
  app: sitePath(paths.app),
  account: sitePath(paths.account),
  debugConfig: sitePath(paths.debugConfig),
  share: (id: string) => sitePath(filled(paths.share, id)),
  loginThen: (next: SitePath, notice?: LoginNotice) => sitePath(paths.login, { next, notice }),
  /** Where whoever has deleted their account ends. */
  accountDeleted: sitePath(paths.login, { notice: 'deleted' }),
  authSuccess: (next: SitePath) => sitePath(paths.authSuccess, { next }),
  /** Where the links of mails lead; the provider adds what is to be done, and the code. */
  authAction: (next?: SitePath) => sitePath(paths.authAction, { next }),
  /** The same once the page has the code: what may be seen of such a link. */
  authActionRead: (mode: string, next: SitePath) => sitePath(paths.authAction, { mode, next }),
  silentRefresh: (next: SitePath) => sitePath(paths.silentRefresh, { next }),
  /** Where `/api/contact` ends when the site has no contact address: a `:target` on the contact page. */
  contactMissing: sitePath(`${paths.contact}#no-address`),
  api: {
    session: sitePath(handlers.session),
    account: sitePath(handlers.account),
    accountExport: sitePath(handlers.accountExport),
    config: sitePath(handlers.config),
    contact: sitePath(handlers.contact),
    errors: sitePath(handlers.errors),
    /** Takes a dead session's cookie away and goes on to the form. */
    sessionEnded: (next: SitePath) => sitePath(handlers.sessionEnded, { next }),
    /** Ends one session of the visitor's own, all others, or all. */
    oneSession: (id: string) => sitePath(filled(handlers.oneSession, id)),
    sessionsWhich: (which: 'others' | 'all') => sitePath(handlers.sessions, { which }),
    /** One note of the visitor's own. */
    note: (id: string) => sitePath(filled(handlers.note, id)),
    /** Says with status 503 that nobody can tell at the moment, and comes back by itself. */
    unavailable: (next: SitePath) => sitePath(handlers.unavailable, { next }),
  },
  /** Which build of the site runs, and what it says of its pages. The time is there to get past every cache. */
  builds: {
    latest: (timestampMs: number) => sitePath(`${handlers.latestBuild}?${timestampMs}`),
    meta: (buildId: string) => sitePath(`${filled(handlers.buildMeta, buildId)}.json`),
  },
} as const

/** Whether a page stands there that is prerendered. */
export function isStaticPage(path: string): boolean {
  return pages.some(({ pattern, rendering }) => pattern === path && rendering === 'static')
}

/** Below it no page stands, and no middleware runs. */
export const handlersFolder = '/api/'

/** The prerendered payload of each static page, asked for with the id of a build as the query. */
export function payloadPaths(): readonly SitePath[] {
  const prerendered = pages.filter(({ rendering }) => rendering === 'static')
  return prerendered.map(({ pattern }) => sitePath(`${pattern === paths.home ? '' : pattern}/_payload.json`))
}

function sitePath(path: string, query: Record<string, string | undefined> = {}): SitePath {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return (entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`) as SitePath
}

/** The path with the value in the place of its parameter, as one segment whatever it holds. */
function filled(pattern: string, value: string): string {
  return pattern.replace(/\{\w+\}/, () => encodeURIComponent(value))
}
