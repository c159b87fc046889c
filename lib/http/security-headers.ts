/** Security headers by kind of response, and why (docs/decisions/http.md). */
import { type PageServices, servicesOn } from './service-hosts'

/** `inlineScripts`: hashes of the page's inline scripts, or their nonce. `inlineStyles`: hashes of its styles. */
export type PageSources = PageServices & {
  inlineScripts: readonly string[]
  inlineStyles?: readonly string[]
}

/**
 * A page's CSP. Scripts, styles and fonts only from this site, inline scripts only by hash or nonce, inline styles by
 * hash, other hosts only if a configured service needs them.
 */
export function pagePolicy(page: PageSources): string {
  const services = servicesOn(page)
  const frames = services.flatMap(({ frames = [] }) => frames)
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...page.inlineScripts, ...services.flatMap(({ scripts = [] }) => scripts)],
    'style-src': ["'self'", ...(page.inlineStyles ?? [])],
    'img-src': ["'self'", ...services.flatMap(({ images = [] }) => images)],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...services.flatMap(({ connections = [] }) => connections)],
    ...(frames.length > 0 && { 'frame-src': frames }),
    'form-action': ["'self'"],
    ...closedDirectives,
  })
}

/** The CSP of a standalone document: only its own script and style, by their hashes. */
export function standalonePolicy(own: { script: string; style: string }): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': [own.script],
    'style-src': [own.style],
    'form-action': ["'none'"],
    ...closedDirectives,
  })
}

/** For non-documents: opened as a document, they can do nothing (OWASP ASVS 3.4.6). */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

export const policyHeader = 'content-security-policy'

/** Response header by which the middleware passes a page's nonce to the server, which removes it before sending. */
export const nonceHeader = 'x-foyer-nonce'

/** Headers of every response. HSTS only over https, as browsers must ignore it elsewhere (RFC 6797), and never on localhost. */
export function plainHeaders({ isHttps }: { isHttps: boolean }): ReadonlyArray<readonly [string, string]> {
  return isHttps ? headersOverHttps : headersOfAll
}

/** Additional headers of every document. */
export const documentHeaders: ReadonlyArray<readonly [string, string]> = [
  // Sign-in popups must reach their opener; pages that open ours must not reach us.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['permissions-policy', describeDeniedFeatures()],
]

/**
 * For pages with a secret in the URL: sends only the origin, even to ourselves. Not `no-referrer`, as the
 * provider may check it to restrict the API key.
 */
export const secretAddressHeader = ['referrer-policy', 'strict-origin'] as const

/** For responses that depend on the session cookie: no cache may store them. */
export const personalHeaders = { 'cache-control': 'private, no-store', vary: 'Cookie' } as const

/** A fresh nonce for one response: 128 random bits. */
export function newNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)))
}

/** The nonce as a CSP source. Next reads it from the CSP and adds it to its scripts. */
export function nonceSource(nonce: string): string {
  return `'nonce-${nonce}'`
}

/** The hash of an inline script or style as a CSP source. */
export async function hashSource(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return `'sha256-${toBase64(new Uint8Array(digest))}'`
}

/** The contents of a document's inline scripts, as the browser hashes them. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, content]) => content ?? [],
  )
}

const closedDirectives = {
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** A CSP in one line, each source once. */
export function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}

const headersOfAll: ReadonlyArray<readonly [string, string]> = [
  ['cross-origin-resource-policy', 'same-origin'],
  // Not stricter: the provider checks the referrer if the API key is restricted to this site.
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

/**
 * Two years, with subdomains: one over http could plant a session cookie (ASVS 3.4.1). No `preload`, as it
 * can't be undone.
 */
const headersOverHttps: ReadonlyArray<readonly [string, string]> = [
  ...headersOfAll,
  ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
]

/** Browser features no page of ours uses. */
function describeDeniedFeatures(): string {
  const features = [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ]
  return features.map((feature) => `${feature}=()`).join(', ')
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
