/** Firebase's sign-in pages and their files, served if the auth domain is this site's own (docs/decisions/identity.md). */
import type { PublicConfig } from '@/lib/config/config'
import { firebasePrefix } from '@/lib/site/api-routes'
import { hashSource, inlineScriptsOf, policy } from './security-headers'

/** The files a site hosts itself (firebase.google.com/docs/auth/web/redirect-best-practices, option 4). */
const files = [
  'auth/handler',
  'auth/handler.js',
  'auth/iframe',
  'auth/iframe.js',
  'auth/experiments.js',
  'auth/links',
  'auth/links.js',
  'firebase/init.json',
] as const

export type FirebaseFile = (typeof files)[number]

/** The file at this request path; null if there is none. */
export function firebaseFileAt(path: string): FirebaseFile | null {
  return files.find((file) => path === `${firebasePrefix}${file}`) ?? null
}

/** Whether a site at this origin serves the files. The emulator has its own. */
export function servesFirebaseFiles(
  { identity, emulatorUrl, providers }: Pick<PublicConfig, 'identity' | 'emulatorUrl' | 'providers'>,
  origin: string | null,
): boolean {
  if (!identity?.authDomain || !origin || emulatorUrl || providers.length === 0) return false
  return identity.authDomain === new URL(origin).host
}

/** By file name, so Firebase's host can't turn a script into a page. */
export function contentTypeOf(file: FirebaseFile): string {
  if (file.endsWith('.js')) return 'text/javascript; charset=utf-8'
  return file.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
}

/**
 * The CSP of a sign-in page: its own scripts, Google's loader, and the services it calls. Our pages frame it. Inline
 * styles are allowed, as its script creates style sheets that no hash covers.
 */
export function firebasePolicy(html: string): string {
  const inlineScripts = inlineScriptsOf(html).map(hashSource)
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", 'https://apis.google.com', ...inlineScripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://www.googleapis.com',
    ],
    'form-action': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  })
}

/**
 * Replace our headers on these documents: our pages frame them, a popup must keep its opener across the provider's
 * pages, and their URLs contain codes.
 */
export const firebaseHeaders: ReadonlyArray<readonly [string, string]> = [
  ['x-frame-options', 'SAMEORIGIN'],
  ['cross-origin-opener-policy', 'unsafe-none'],
  ['referrer-policy', 'strict-origin'],
]
