/** Where requests come from, and the site's own origin. */
import { isLoopback } from '@/lib/config/config'

/** All that is read of `Headers`. */
export type HeaderReader = Pick<Headers, 'get'>

/** `addressHeader`: in which the platform names the client, whatever the client sent; null elsewhere. */
type OriginSettings = { siteUrl: string | null; trustedProxies: number; addressHeader: string | null }

/**
 * The site's own origin: `SITE_URL` if set, else the `Host` header. Forwarded host and scheme count only
 * behind a trusted proxy, as anyone can send them. Null if there's no usable host.
 */
export function ownOrigin(
  headers: HeaderReader,
  { siteUrl, trustedProxies }: Pick<OriginSettings, 'siteUrl' | 'trustedProxies'>,
): string | null {
  if (siteUrl) return siteUrl
  const behindProxy = trustedProxies > 0
  const host = (behindProxy && lastOf(headers.get('x-forwarded-host'))) || headers.get('host')
  const scheme = behindProxy && lastOf(headers.get('x-forwarded-proto')) === 'https' ? 'https' : 'http'
  const address = `${scheme}://${host}`
  return host && URL.canParse(address) ? new URL(address).origin : null
}

/**
 * The client's IP address: what the platform's header says, or behind `trustedProxies` the `X-Forwarded-For` entry that the
 * outermost of them added, or the socket's. Proxies are counted from the right, so entries the client sent are ignored. Null if
 * nothing tells: `socketAddress` is null without the front, and then anyone can have sent `X-Forwarded-For`.
 */
export function clientAddress(
  headers: HeaderReader,
  { trustedProxies, addressHeader }: Pick<OriginSettings, 'trustedProxies' | 'addressHeader'>,
  socketAddress: string | null,
): string | null {
  if (addressHeader) return normalizeAddress(listOf(headers.get(addressHeader)).at(0) ?? '') || null
  const forwarded = trustedProxies > 0 ? listOf(headers.get('x-forwarded-for')) : []
  // The last proxy is the socket's other end.
  const hops = socketAddress === null ? forwarded : [...forwarded, socketAddress]
  const last = socketAddress === null ? hops.length : hops.length - 1
  return normalizeAddress(hops[Math.max(0, last - trustedProxies)] ?? '') || null
}

/**
 * The one way to write an IP address. Some proxies add the client's port, which differs per connection (Azure), or zeros,
 * and IPv6 has many ways. Anything that isn't an address is returned as is.
 */
function normalizeAddress(entry: string): string {
  const [, bracketed, ipv4] = /^\[(.*)\](?::\d+)?$|^(\d{1,4}(?:\.\d{1,4}){3})(?::\d+)?$/.exec(entry) ?? []
  if (ipv4 !== undefined) return ipv4.split('.').map(Number).join('.')
  const bare = (bracketed ?? entry).replace(/%.*$/, '')
  if (!isIpv6(bare)) return entry
  const groups = ipv6Groups(bare)
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,65535')
    return new URL(`http://[${bare}]`).hostname.slice(1, -1)
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** Whether a proxy set `X-Forwarded-For`. Without one, Next fills in the socket's address. */
export function isForwarded(headers: Headers, socketAddress: string): boolean {
  const forwarded = headers.get('x-forwarded-for')
  return forwarded !== null && forwarded !== socketAddress
}

/**
 * The key for rate limits: the /64 of an IPv6 address, as one subscriber has 2^64 addresses to rotate. Unknown addresses count
 * as one, so they may only be limited where nobody's valid request is refused.
 */
export function addressBlock(address: string | null): string {
  const normalized = normalizeAddress(address ?? 'unknown')
  if (!isIpv6(normalized)) return normalized
  const network = ipv6Groups(normalized).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

function isIpv6(address: string): boolean {
  return /^[\da-f.]*:[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`)
}

/** The eight groups of an IPv6 address, which may end in an IPv4 address. */
function ipv6Groups(address: string): number[] {
  // `URL` formats it: hexadecimal, zeros shortened to `::`.
  const formatted = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = formatted.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

/** Whether passwords may be sent to this origin: https or loopback only. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https://') || isLoopback(new URL(origin).hostname)
}

/** Whether cookies for this origin are `Secure`: always, except over plain http on loopback. */
export function needsSecureCookie(origin: string | null): boolean {
  return origin === null || origin.startsWith('https://') || !isLoopback(new URL(origin).hostname)
}

/** Whether this is an address that Firebase Hosting gives. */
export function isFirebaseHosting(origin: string | null): boolean {
  return origin !== null && /\.(web\.app|firebaseapp\.com)$/.test(new URL(origin).hostname)
}

/** Whether to send HSTS for this origin. Not on localhost, where it would apply to every port (RFC 6797). */
export function allowsHsts(origin: string | null): boolean {
  return origin?.startsWith('https://') === true && !isLoopback(new URL(origin).hostname)
}

/**
 * Whether a state-changing request comes from another site (OWASP ASVS 3.5.1). Without `Origin` and
 * `Sec-Fetch-Site` it isn't from a browser, and the bearer token decides.
 */
export function isCrossSite(headers: Headers, own: string | null): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  return origin !== null && origin !== own
}

/** Whether a browser is navigating to this URL, so a person will see the response. */
export function isNavigation(headers: HeaderReader): boolean {
  return headers.get('sec-fetch-dest') === 'document'
}

/** Whether a page of this site sent the request or linked here. */
export function comesFromOwnPage(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === 'same-origin'
}

/** Whether a person opened the URL directly, by bookmark or typing, not from another site. */
export function isDirectNavigation(headers: Headers): boolean {
  return isNavigation(headers) && headers.get('sec-fetch-site') === 'none'
}

/**
 * Whether a document is requested, as far as headers tell. Only documents are redirected; a fetch, prefetch
 * or form gets an error. Next hides its `rsc` headers from the middleware, so this uses the browser's.
 */
export function isDocumentRequest({ method, headers }: { method: string; headers: HeaderReader }): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return isNavigation(headers) || headers.get('sec-fetch-dest') === null
}

function lastOf(list: string | null): string | undefined {
  return listOf(list).at(-1)
}

function listOf(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((entry) => entry.trim() || [])
}
