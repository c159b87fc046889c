/** The site map: every path, and what it needs. */

import type { LoginNotice } from './login-notice'

/** A path on this site, with its query. Only created here. */
export type SitePath = string & { readonly brand: 'SitePath' }

/** Page paths. Braces mark a parameter. */
export const paths = {
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

/** Route handler paths. */
export const handlers = {
  session: '/api/session',
  sessionEnded: '/api/session/ended',
  sessions: '/api/sessions',
  oneSession: '/api/sessions/{id}',
  account: '/api/account',
  accountExport: '/api/account/export',
  notes: '/api/notes',
  note: '/api/notes/{id}',
  noteShare: '/api/notes/{id}/share',
  shareCopy: '/api/shares/{id}/copy',
  config: '/api/config',
  contact: '/api/contact',
  errors: '/api/errors',
  health: '/api/health',
  ready: '/api/ready',
  unavailable: '/api/unavailable',
  latestBuild: '/builds/latest.json',
  buildMeta: '/builds/meta/{file}',
} as const

/** Builds every link, redirect and request path of the site. */
export const routes = {
  home: sitePath(paths.home),
  login: sitePath(paths.login),
  terms: sitePath(paths.terms),
  contact: sitePath(paths.contact),
  privacy: sitePath(paths.privacy),
  app: sitePath(paths.app),
  /** The notes page with the notes that have these words, after a place in the list. */
  notes: (query: { after?: string; search?: string; copied?: string } = {}) => sitePath(paths.app, query),
  account: sitePath(paths.account),
  /** Where an address is confirmed or changed. */
  accountEmail: sitePath(`${paths.account}#email-address`),
  debugConfig: sitePath(paths.debugConfig),
  share: (id: string) => sitePath(filled(paths.share, id)),
  loginThen: (next: SitePath, notice?: LoginNotice) => sitePath(paths.login, { next, notice }),
  /** Where a user ends up after deleting their account. */
  accountDeleted: sitePath(paths.login, { notice: 'deleted' }),
  authSuccess: (next: SitePath) => sitePath(paths.authSuccess, { next }),
  /** Where links in emails lead; the provider adds mode and code. */
  authAction: (next?: SitePath) => sitePath(paths.authAction, { next }),
  /** The same with the code removed. */
  authActionRead: (mode: string, next: SitePath) => sitePath(paths.authAction, { mode, next }),
  silentRefresh: (next: SitePath) => sitePath(paths.silentRefresh, { next }),
  /** Where `/api/contact` redirects without a contact address: a `:target` on the contact page. */
  contactMissing: sitePath(`${paths.contact}#no-address`),
  api: {
    session: sitePath(handlers.session),
    account: sitePath(handlers.account),
    accountExport: sitePath(handlers.accountExport),
    config: sitePath(handlers.config),
    contact: sitePath(handlers.contact),
    errors: sitePath(handlers.errors),
    /** Clears the cookie of an ended session, then redirects to the form. */
    sessionEnded: (next: SitePath) => sitePath(handlers.sessionEnded, { next }),
    /** Ends one of the user's sessions, all others, or all. */
    oneSession: (id: string) => sitePath(filled(handlers.oneSession, id)),
    sessionsWhich: (which: 'others' | 'all') => sitePath(handlers.sessions, { which }),
    /** The user's notes: those after a place in the list, with these words. */
    notes: (query: { after?: string; search?: string } = {}) => sitePath(handlers.notes, query),
    /** One of the user's notes, and its link. */
    note: (id: string) => sitePath(filled(handlers.note, id)),
    noteShare: (id: string) => sitePath(filled(handlers.noteShare, id)),
    /** A form here adds a copy of a shared note to the reader's own. */
    shareCopy: (id: string) => sitePath(filled(handlers.shareCopy, id)),
    /** A form here adds a note, for browsers without scripts. */
    newNote: sitePath(handlers.notes),
    /** A 503 page that retries by itself. */
    unavailable: (next: SitePath) => sitePath(handlers.unavailable, { next }),
  },
  /** The running build and its manifest. The timestamp bypasses caches. */
  builds: {
    latest: (timestampMs: number) => sitePath(`${handlers.latestBuild}?${timestampMs}`),
    meta: (buildId: string) => sitePath(`${filled(handlers.buildMeta, buildId)}.json`),
  },
} as const

/** Whether a prerendered page is at this path. By a list of its own, as every page asks and few load the table. */
export function isStaticPage(path: string): path is SitePath {
  return staticPaths.includes(path)
}

const staticPaths: readonly string[] = [paths.home, paths.terms, paths.contact, paths.privacy]

/** No page is below it, and the middleware doesn't run there. */
export const handlersFolder = '/api/'

/** Firebase's own files, if the auth domain is ours; otherwise nothing is there. The middleware doesn't run there. */
export const firebaseFolder = '/__/'

/** Files that programs look for, at paths that are not ours to choose. */
export const wellKnown = {
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  changePassword: '/.well-known/change-password',
  security: '/.well-known/security.txt',
} as const

/** Each static page's prerendered payload, requested with the build ID as query. */
export const payloads = ['/_payload.json', '/{page}/_payload.json'] as const

function sitePath(path: string, query: Record<string, string | undefined> = {}): SitePath {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return (entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`) as SitePath
}

/** Fills in the parameter, encoded as one segment. */
function filled(pattern: string, value: string): string {
  return pattern.replace(/\{\w+\}/, () => encodeURIComponent(value))
}
