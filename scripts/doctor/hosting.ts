/** Whether cookie name, https and proxies fit the hosting, judged by the settings alone. */
import { isLoopback, type SiteConfig } from '../../lib/config/config'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

export function examineHosting({ config, isProduction }: DoctorContext): Finding[] {
  const { siteUrl } = config.origin
  return [
    examineCookieName(config.session.cookieName, siteUrl),
    ...examineNeighbors(config.session.cookieName, siteUrl),
    examineAddress(config.origin, isProduction && config.public.emulatorUrl === null),
  ]
}

/** The only cookie Firebase Hosting forwards (its guide, 'Manage cache behavior: Using cookies'). */
const forwardedCookie = '__session'

function examineCookieName(name: string, siteUrl: string | null): Finding {
  const needsHttps = /^__(Host|Secure)-/i.test(name)
  const mayBeHttp = siteUrl === null || siteUrl.startsWith('http://')
  if (needsHttps && siteUrl !== null && mayBeHttp) {
    const words = `browsers only keep ${name} over https, and SITE_URL is http. Set SESSION_COOKIE_NAME=${forwardedCookie}`
    return problem('Session cookie', words)
  }
  if (name === forwardedCookie) return ok('Session cookie', `${name}, which any hosting forwards`)
  if (isFirebaseHosting(siteUrl)) {
    const words = `Firebase Hosting drops ${name}. Set SESSION_COOKIE_NAME=${forwardedCookie}`
    return problem('Session cookie', words)
  }
  const https = needsHttps && mayBeHttp ? ', and browsers only keep it over https' : ''
  return ok('Session cookie', `${name}, which Firebase Hosting would drop${https}`)
}

/** Any site can set cookies for its parent domains, except public suffixes; but no other site can set `__Host-` cookies. */
function examineNeighbors(name: string, siteUrl: string | null): Finding[] {
  if (siteUrl === null || name.startsWith('__Host-') || isFirebaseHosting(siteUrl)) return []
  const { hostname } = new URL(siteUrl)
  if (isLoopback(hostname)) return []
  const words = `any site under the same domain as ${hostname} can set ${name} for it, too, and so sign visitors out. Let nobody else have such a name or, unless Firebase Hosting is in front, set SESSION_COOKIE_NAME=__Host-session`
  return [warning('Other sites', words)]
}

function isFirebaseHosting(siteUrl: string | null): boolean {
  return siteUrl !== null && /\.(web\.app|firebaseapp\.com)$/.test(new URL(siteUrl).hostname)
}

/** The server itself speaks plain http: only proxies know about https and the visitors' addresses. */
function examineAddress({ siteUrl, trustedProxies }: SiteConfig['origin'], isPublic: boolean): Finding {
  const proxies = `TRUSTED_PROXIES=${trustedProxies}`
  if (siteUrl?.startsWith('http://') && !isLoopback(new URL(siteUrl).hostname)) {
    const words = `${siteUrl} is not encrypted, so browsers keep no session. Set SITE_URL to the https address`
    return problem('Address', words)
  }
  if (siteUrl?.startsWith('https://') && trustedProxies === 0) {
    const words = `${siteUrl} means a proxy in front, whose address then counts as every visitor's. Set TRUSTED_PROXIES=1, or how many there are`
    return warning('Address', words)
  }
  if (siteUrl) return ok('Address', `${siteUrl}, ${proxies}`)
  if (trustedProxies > 0)
    return ok('Address', `as the proxy says, ${proxies}; it must set X-Forwarded-Host, -Proto and -For`)
  if (!isPublic) return ok('Address', 'as the browser says, without a proxy')
  return warning(
    'Address',
    'nothing says that visitors use https. Set SITE_URL, or TRUSTED_PROXIES behind a proxy',
  )
}
