/** The site map: every path of Foyer, what it needs, and which paths a visitor may be sent back to. */

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
  | 'account'
  | 'auth-action'

export type Page = {
  name: PageName
  pattern: string
  /** `static` pages are prerendered and never pass the middleware; `dynamic` ones are rendered per request. */
  rendering: 'static' | 'dynamic'
  /** Spec section 6: which pages have an auth check. `session` pages cover the paths below them, too. */
  guard: 'none' | 'session' | 'signed-out'
  /** Its address proves something, as a mailed code does: no other request may tell of it. */
  hasSecretAddress?: true
}

/** The ten pages of spec section 2, in its order and with its names, and the two that its section 7 needs. */
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
  { name: 'account', pattern: '/app/account', rendering: 'dynamic', guard: 'session' },
  {
    name: 'auth-action',
    pattern: '/auth/action',
    rendering: 'dynamic',
    guard: 'none',
    hasSecretAddress: true,
  },
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
  account: sitePath('/app/account'),
  debugConfig: sitePath('/debug-config'),
  share: (id: string) => sitePath(`/share/${encodeURIComponent(id)}`),
  loginThen: (next: SitePath, notice?: LoginNotice) => sitePath(`/login${query({ next, notice })}`),
  /** Where whoever has deleted their account ends. */
  accountDeleted: sitePath('/login?notice=deleted'),
  authSuccess: (next: SitePath) => sitePath(`/auth/success${query({ next })}`),
  /** Where the links of mails lead; the provider adds what is to be done, and the code. */
  authAction: (next?: SitePath) => sitePath(`/auth/action${query({ next })}`),
  /** The same once the page has the code: what may be seen of such a link. */
  authActionRead: (mode: string, next: SitePath) => sitePath(`/auth/action${query({ mode, next })}`),
  silentRefresh: (next: SitePath) => sitePath(`/auth/silent-refresh${query({ next })}`),
  api: {
    session: sitePath('/api/session'),
    sessionEnded: sitePath('/api/session/ended'),
    unavailable: sitePath('/api/unavailable'),
    sessions: sitePath('/api/sessions'),
    account: sitePath('/api/account'),
    accountExport: sitePath('/api/account/export'),
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

/** Why a visitor stands at the sign-in form; the form says it in words. */
export const loginNotices = [
  'expired',
  'not-sent',
  'ended',
  'disabled',
  'signed-out-elsewhere',
  'deleted',
] as const
export type LoginNotice = (typeof loginNotices)[number]

/** One of our notices, or null for anything a stranger put into the address. */
export function parseLoginNotice(value: unknown): LoginNotice | null {
  return loginNotices.find((notice) => notice === value) ?? null
}

/** Whether a page stands there that is prerendered. */
export function isStaticPage(path: string): boolean {
  return pages.some(({ pattern, rendering }) => pattern === path && rendering === 'static')
}

/**
 * Where a handler answers, and no page: the methods each has. Next adds HEAD and OPTIONS by itself, and its 405 does not
 * name the others, which HTTP demands. A function, so that a browser's bundle goes without them.
 */
export function endpointMethods(): ReadonlyArray<readonly [pattern: string, methods: readonly string[]]> {
  const { api } = routes
  return [
    [api.session, ['GET', 'POST', 'DELETE']],
    [api.sessions, ['DELETE']],
    ['/api/sessions/{id}', ['DELETE']],
    ['/api/notes/{id}', ['PUT', 'DELETE']],
    [api.account, ['DELETE']],
    [api.errors, ['POST']],
    ...[api.sessionEnded, api.unavailable, api.accountExport, api.config, api.contact, api.health, api.ready]
      .concat(payloadPaths())
      .concat(sitePath('/builds/latest.json'), sitePath('/builds/meta/{file}'))
      .map((pattern) => [pattern, ['GET']] as const),
  ]
}

/** Below it no page stands, and no middleware runs. */
export const handlersFolder = '/api/'

/** The prerendered payload of each static page, asked for with the id of a build as the query. */
export function payloadPaths(): readonly SitePath[] {
  const prerendered = pages.filter(({ rendering }) => rendering === 'static')
  return prerendered.map(({ pattern }) => sitePath(`${pattern === '/' ? '' : pattern}/_payload.json`))
}

function query(parameters: Record<string, string | undefined>): string {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1])
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
