/**
 * Security headers by kind of response, and why (docs/decisions/http.md). `next.config.ts` imports this, for which Next
 * resolves relative paths only.
 */
import { createHash, randomBytes } from 'node:crypto'
import { handlers } from '../site/api-routes'

type Headers = ReadonlyArray<readonly [name: string, value: string]>

/**
 * The CSP of everything but pages: opened as a document it can do nothing (OWASP ASVS 3.4.6), and a standalone document
 * only what its own script and style do, which are the same in all.
 */
export function closedPolicy(own: { script: string; style: string }): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': [hashSource(own.script)],
    'style-src': [hashSource(own.style)],
    'form-action': ["'none'"],
    ...closedDirectives,
  })
}

export const policyHeader = 'content-security-policy'

/** Headers of every response. */
export const plainHeaders: Headers = [
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
export const hstsHeader = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

const reportGroup = 'site'

/** Has browsers report violations: Firefox before 149 knows only the former directive, the others prefer the latter. */
export const reportDirectives = { 'report-uri': [handlers.errors], 'report-to': [reportGroup] }

/** Additional headers of every document. */
export const documentHeaders: Headers = [
  ['reporting-endpoints', `${reportGroup}="${handlers.errors}"`],
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
  return randomBytes(16).toString('base64')
}

/** The nonce as a CSP source. Next reads it from the CSP and adds it to its scripts. */
export function nonceSource(nonce: string): string {
  return `'nonce-${nonce}'`
}

/** The hash of an inline script or style as a CSP source. */
export function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

/** The contents of a document's inline scripts, as the browser hashes them. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, content]) => content ?? [],
  )
}

/** No embedding, in either direction, and no other base. */
export const closedDirectives = {
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

/** Browser features no page of ours uses. */
function describeDeniedFeatures(): string {
  const features = `accelerometer camera display-capture geolocation gyroscope hid idle-detection local-fonts magnetometer
    microphone midi payment screen-wake-lock serial usb xr-spatial-tracking`
  return features
    .split(/\s+/)
    .map((feature) => `${feature}=()`)
    .join(', ')
}
