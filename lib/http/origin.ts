/** Where a request came from, and the site's own address as its visitor sees it. */
import { isLoopback } from '@/lib/config/config'

type OriginSettings = { siteUrl: string | null; trustedProxies: number }

/** The header that the server fills with the socket's address, overwriting whatever the client sent. */
export const socketAddressHeader = 'x-foyer-socket-address'

/**
 * The site's own origin: `SITE_URL` if set, else the `Host` header. Forwarded host and scheme count only
 * behind a trusted proxy: anyone can send them. Null if the request names no usable host.
 */
export function ownOrigin(headers: Headers, { siteUrl, trustedProxies }: OriginSettings): string | null {
  if (siteUrl) return siteUrl
  const behindProxy = trustedProxies > 0
  const host = (behindProxy && lastOf(headers.get('x-forwarded-host'))) || headers.get('host')
  const scheme = behindProxy && lastOf(headers.get('x-forwarded-proto')) === 'https' ? 'https' : 'http'
  const address = `${scheme}://${host}`
  return host && URL.canParse(address) ? new URL(address).origin : null
}

/**
 * The client's address: the socket's, or behind `trustedProxies` hops the entry of `X-Forwarded-For` that
 * the outermost of them wrote. Counted from the right, so that what a client put there itself is not used.
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const socketAddress = (headers.get(socketAddressHeader) ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  if (trustedProxies === 0) return socketAddress
  const hops = [...listOf(headers.get('x-forwarded-for')), socketAddress]
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? socketAddress
}

/** Whether somebody before us has written `X-Forwarded-For`. Where nobody has, Next puts the socket's address there. */
export function isForwarded(headers: Headers): boolean {
  const forwarded = headers.get('x-forwarded-for')
  return forwarded !== null && forwarded !== headers.get(socketAddressHeader)
}

/**
 * What is limited in the place of an address: of IPv6 the /64, as one subscriber has 2^64 addresses and could use
 * another for each request. One client is one text, however its address is written; what is no address stays.
 */
export function addressBlock(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, '')
  if (!/^[\da-f:.]+$/i.test(bare) || !URL.canParse(`http://[${bare}]`)) return bare
  const groups = groupsOf(new URL(`http://[${bare}]`).hostname.slice(1, -1))
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Some proxies write the port into `X-Forwarded-For`, which is another for each connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/** The eight groups of an IPv6 address as `URL` writes it: in hexadecimal, with `::` for the zeros left out. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

/** Whether a password may be sent to this origin: over https, or within this machine. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https://') || isLoopback(new URL(origin).hostname)
}

/** Whether a cookie for this origin is `Secure`: always, but for plain http within this machine. */
export function needsSecureCookie(origin: string | null): boolean {
  return origin === null || origin.startsWith('https://') || !isLoopback(new URL(origin).hostname)
}

/**
 * Whether a request that changes something comes from our own pages (OWASP ASVS 3.5.1). Without `Origin` and
 * `Sec-Fetch-Site` it is no browser's, and the bearer token decides.
 */
export function isCrossSite(headers: Headers, own: string | null): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  return origin !== null && origin !== own
}

/** Whether a browser goes there as to a page: what it gets is then read by a person, not by a script. */
export function isNavigation(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'document'
}

/** Whether a person goes there by themselves, by a bookmark or a typed address: no other site leads them. */
export function isDirectNavigation(headers: Headers): boolean {
  return isNavigation(headers) && headers.get('sec-fetch-site') === 'none'
}

/**
 * Whether a document is asked for, as far as anybody says: only that may be sent elsewhere, while a fetch, a prefetch or a
 * form is told that it may not pass. Next hides its own `rsc` headers from the middleware, so the browser's word decides.
 */
export function isDocumentRequest({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return isNavigation(headers) || !headers.has('sec-fetch-dest')
}

function lastOf(list: string | null): string | undefined {
  return listOf(list).at(-1)
}

function listOf(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((entry) => entry.trim() || [])
}
