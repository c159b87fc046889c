/** Where a request came from, and the site's own address as its visitor sees it (DESIGN section 4). */
import { isLoopback } from './config'

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

function lastOf(list: string | null): string | undefined {
  return listOf(list).at(-1)
}

function listOf(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((entry) => entry.trim() || [])
}
