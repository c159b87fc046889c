/** The site map's handlers and files. Separate, as a page that is only read loads none of it. */
import { fillPath, type SitePath, sitePath } from './site-path'

/** Route handler paths. */
export const handlers = {
  session: '/api/session',
  sessionEnded: '/api/session/ended',
  config: '/api/config',
  contact: '/api/contact',
  errors: '/api/errors',
  health: '/api/health',
  ready: '/api/ready',
  unavailable: '/api/unavailable',
  cron: '/api/cron',
  latestBuild: '/builds/latest.json',
  buildMeta: '/builds/meta/{file}',
} as const

/** Builds every request path of the site. */
export const apiRoutes = {
  session: sitePath(handlers.session),
  config: sitePath(handlers.config),
  contact: sitePath(handlers.contact),
  errors: sitePath(handlers.errors),
} as const

/** Redirects of pages that can't be shown. */
export const redirects = {
  /** Clears the cookie of an ended session, then redirects to the form; waits for the device of a bound one. */
  sessionEnded: (next: SitePath) => sitePath(handlers.sessionEnded, { next }),
  /** The same a second time: a session that still lacks its device leads to the form. */
  stillUnbound: (next: SitePath) => sitePath(handlers.sessionEnded, { next, again: '1' }),
  /** A 503 page that retries by itself. */
  unavailable: (next: SitePath) => sitePath(handlers.unavailable, { next }),
} as const

/** The running build, whose timestamp bypasses caches, and its manifest. */
export const buildRoutes = {
  latest: (timestampMs: number) => sitePath(`${handlers.latestBuild}?${timestampMs}`),
  meta: (buildId: string) => sitePath(`${fillPath(handlers.buildMeta, buildId)}.json`),
} as const

/** Handlers only: the middleware doesn't run below it. */
export const apiPrefix = '/api/'

/** Firebase's own files, if the auth domain is ours, otherwise nothing. The middleware doesn't run below it. */
export const firebasePrefix = '/__/'

/** Files that programs look for, at paths that standards fix. */
export const wellKnown = {
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  manifest: '/manifest.webmanifest',
  changePassword: '/.well-known/change-password',
  security: '/.well-known/security.txt',
  relatedOrigins: '/.well-known/webauthn',
} as const

/** Files of `public/`, drawn by `npm run draw`. The middleware doesn't run there. */
export const pictures = {
  icon: '/icon-192.png',
  largeIcon: '/icon-512.png',
  maskableIcon: '/icon-maskable.png',
  touchIcon: '/apple-touch-icon.png',
  /** 1200 × 630 px. */
  socialCard: '/social-card.png',
} as const

/** Each static page's prerendered payload, requested with the build ID as query. */
export const payloads = ['/_payload.json', '/{page}/_payload.json'] as const
