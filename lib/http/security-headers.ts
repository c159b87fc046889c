/** The security headers: what each kind of answer carries, and why (docs/decisions/http.md). */
import type { PublicConfig } from '@/lib/config/config'

/** The settings that decide which hosts a page may reach. */
export type PolicyHosts = Pick<PublicConfig, 'identity' | 'emulatorUrl' | 'analytics'>

/** A page of the site: `inlineScripts` are the hashes of its own, or the nonce they carry. */
export type PageSources = { inlineScripts: readonly string[]; hosts: PolicyHosts }

/**
 * The policy of a page. Scripts, styles and fonts come from this site alone; inline scripts run only if they
 * are named. Nothing else is let in but the hosts of what is configured.
 */
export function pagePolicy({ inlineScripts, hosts }: PageSources): string {
  const tag = hosts.analytics ? tagHosts : noHosts
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts, ...tag.scripts],
    'style-src': ["'self'"],
    'img-src': ["'self'", ...tag.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...identityHosts(hosts), ...tag.connections],
    'form-action': ["'self'"],
    ...closedDirectives,
  })
}

/** The policy of a document that stands by itself: no script, and of styles only its own. */
export function standalonePolicy(inlineStyles: readonly string[]): string {
  return policy({
    'default-src': ["'none'"],
    'style-src': inlineStyles,
    'form-action': ["'none'"],
    ...closedDirectives,
  })
}

/** For what is no document: opened as one, it may do nothing at all (OWASP ASVS 3.4.6). */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

export const policyHeader = 'content-security-policy'

/** What every answer carries. HSTS only over https: elsewhere browsers have to ignore it (RFC 6797). */
export function plainHeaders({ isHttps }: { isHttps: boolean }): ReadonlyArray<readonly [string, string]> {
  return isHttps ? headersOverHttps : headersOfAll
}

/** What every document carries besides. */
export const documentHeaders: ReadonlyArray<readonly [string, string]> = [
  // Sign-in popups have to reach the page that opened them; pages that open ours do not.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['permissions-policy', describeDeniedFeatures()],
]

/**
 * For a page whose address is a secret: nobody is told more of it than the site, not even we ourselves. The site is told, as
 * the provider may check by it who uses the API key.
 */
export const secretAddressHeader = ['referrer-policy', 'strict-origin'] as const

/** What an answer carries that depends on the session cookie: no cache may keep it for somebody else. */
export const personalHeaders = { 'cache-control': 'private, no-store', vary: 'Cookie' } as const

/** A fresh value for the inline scripts of one answer: 128 random bits. */
export function newNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)))
}

/** The nonce as a policy names it. Next finds it there, too, and marks its scripts with it. */
export function nonceSource(nonce: string): string {
  return `'nonce-${nonce}'`
}

/** The content of an inline script or style as a policy names it. */
export async function hashSource(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return `'sha256-${toBase64(new Uint8Array(digest))}'`
}

/** The contents of all inline scripts of a document, as the browser hashes them. */
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

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}

/** The provider's two services, or the emulator in their stead. */
function identityHosts({ identity, emulatorUrl }: PolicyHosts): readonly string[] {
  if (!identity) return []
  return emulatorUrl
    ? [emulatorUrl]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

type TagHosts = { scripts: readonly string[]; images: readonly string[]; connections: readonly string[] }

const noHosts: TagHosts = { scripts: [], images: [], connections: [] }

/**
 * As Google's guide names them for Google Analytics 4 (developers.google.com/tag-platform/security/guides/csp), but for
 * scripts the one host that the tag comes from: any other could run whatever it likes here.
 */
const tagHosts: TagHosts = {
  scripts: ['https://www.googletagmanager.com'],
  images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connections: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

const headersOfAll: ReadonlyArray<readonly [string, string]> = [
  ['cross-origin-resource-policy', 'same-origin'],
  // Not stricter: the provider checks by it who uses an API key that is restricted to this site.
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

/** Two years, with all subdomains: one of them over http could plant a session cookie (ASVS 3.4.1). No `preload`: it can't be undone. */
const headersOverHttps: ReadonlyArray<readonly [string, string]> = [
  ...headersOfAll,
  ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
]

/** What a browser offers and no page of ours uses. */
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
