import 'server-only'
/**
 * Serves Firebase's sign-in pages from this site's own origin: browsers partition storage by site, so a redirect to a
 * provider only works if the auth domain is ours. The files are the same for everyone, so we cache them. Nothing of a
 * visitor's request goes to Firebase's host, and no header of its response comes back.
 */
import { type PublicConfig, siteConfig } from '@/lib/config/config'
import { codeOf } from '@/lib/error-code'
import { isNavigation, ownOrigin } from '@/lib/http/origin'
import {
  documentHeaders,
  hashSource,
  inlineScriptsOf,
  personalHeaders,
  plainHeaders,
  policy,
  policyHeader,
} from '@/lib/http/security-headers'
import { responsePolicy, signInUnavailableResponse } from '@/lib/http/standalone'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { firebasePrefix } from '@/lib/site/api-routes'

const maxFetchMs = 8_000

const freshForMs = 10 * 60_000
const retryAfterMs = 5_000

/**
 * The file at this path, if the auth domain is this request's host; else what `answerUnknown` says. Sets all headers, as Next
 * adds none below this path.
 */
export async function serveFirebaseFile(
  request: Request,
  answerUnknown: (request: Request) => Response,
): Promise<Response> {
  const { method, url, headers } = request
  const { public: site, origin } = siteConfig()
  const isReading = method === 'GET' || method === 'HEAD'
  const file = isReading ? firebaseFileAt(new URL(url).pathname) : null
  const isServed = file && servesFirebaseFiles(site, ownOrigin(headers, origin))
  const response = isServed ? await responseOf(file, headers) : answerUnknown(request)
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') === true
  const added = [
    ...plainHeaders,
    ...(isDocument ? documentHeaders : []),
    ...(isServed && isDocument ? firebaseHeaders : []),
  ]
  for (const [name, value] of added) response.headers.set(name, value)
  if (!response.headers.has(policyHeader)) response.headers.set(policyHeader, responsePolicy())
  return response
}

async function responseOf(file: FirebaseFile, headers: Headers): Promise<Response> {
  const content = await readFirebaseFile(file)
  if (!content) return isNavigation(headers) ? signInUnavailableResponse() : new Response(null, unavailable)
  // The URL of a page may hold a code, so no cache may keep it.
  const kindHeaders = content.policy ? { ...personalHeaders, [policyHeader]: content.policy } : cached
  return new Response(content.body, { headers: { 'content-type': contentTypeOf(file), ...kindHeaders } })
}

const cached = { 'cache-control': 'public, max-age=600' }
const unavailable = { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } }

type Content = { body: ArrayBuffer; policy: string | null }
type Entry = { content: Content | null; fetching: Promise<void> | null; fetchAgainAt: number }

/**
 * A file from the cache or Firebase's host; null if unavailable. Firebase's host gets one request per file at a time, and
 * none for ten minutes after a success or five seconds after a failure. A stale file is served until there's a new one.
 */
export async function readFirebaseFile(file: FirebaseFile): Promise<Content | null> {
  const entry = entryOf(file)
  if (performance.now() >= entry.fetchAgainAt) entry.fetching ??= refresh(file, entry)
  if (!entry.content) await entry.fetching
  return entry.content
}

function entryOf(file: FirebaseFile): Entry {
  const entries = oncePerProcess('firebase-files', () => new Map<FirebaseFile, Entry>())
  const entry = entries.get(file) ?? { content: null, fetching: null, fetchAgainAt: 0 }
  entries.set(file, entry)
  return entry
}

async function refresh(file: FirebaseFile, entry: Entry): Promise<void> {
  try {
    entry.content = await fetchFile(file)
    entry.fetchAgainAt = performance.now() + freshForMs
  } catch (error) {
    entry.fetchAgainAt = performance.now() + retryAfterMs
    const isKept = entry.content !== null
    const code = failureReason(error)
    log(isKept ? 'warn' : 'error', 'identity.proxy-failed', { host: firebaseHost(), file, code, isKept })
  } finally {
    entry.fetching = null
  }
}

async function fetchFile(file: FirebaseFile): Promise<Content> {
  const response = await fetch(`https://${firebaseHost()}${firebasePrefix}${file}`, {
    cache: 'no-store',
    credentials: 'omit',
    // A redirect isn't the file.
    redirect: 'manual',
    signal: AbortSignal.timeout(maxFetchMs),
  })
  const body = await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  const isPage = contentTypeOf(file).startsWith('text/html')
  return { body, policy: isPage ? firebasePolicy(new TextDecoder().decode(body)) : null }
}

/** Firebase gives each project this host, and reserves these paths on it. */
function firebaseHost(): string {
  return `${siteConfig().public.identity?.projectId}.firebaseapp.com`
}

function failureReason(error: unknown): string {
  // `fetch` wraps the cause.
  const cause = error instanceof Error && error.cause ? error.cause : error
  return codeOf(cause) ?? (cause instanceof Error ? cause.message : 'unknown')
}

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
function contentTypeOf(file: FirebaseFile): string {
  if (file.endsWith('.js')) return 'text/javascript; charset=utf-8'
  return file.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
}

/**
 * The CSP of a sign-in page: its own scripts, Google's loader, and the services it calls. Our pages frame it. Inline
 * styles are allowed, as its script creates style sheets that no hash covers.
 */
function firebasePolicy(html: string): string {
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
const firebaseHeaders: ReadonlyArray<readonly [string, string]> = [
  ['x-frame-options', 'SAMEORIGIN'],
  ['cross-origin-opener-policy', 'unsafe-none'],
  ['referrer-policy', 'strict-origin'],
]
