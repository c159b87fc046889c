/** Whether what stands before the site fits its settings: the cookie's name, https, proxies. */
import { isLoopback, type SiteConfig } from '../../lib/config/config'
import { type Finding, ok, problem, type Situation, warning } from './finding'

/** Judged by the settings alone: nobody asks the site's own address. */
export function examineHosting({ config, isProduction }: Situation): Finding[] {
  const { siteUrl } = config.origin
  return [
    examineCookieName(config.session.cookieName, siteUrl),
    examineAddress(config.origin, isProduction && config.public.emulatorUrl === null),
  ]
}

/** Firebase Hosting passes one cookie on and drops all others (its guide, 'Manage cache behavior: Using cookies'). */
const passedCookie = '__session'

function examineCookieName(name: string, siteUrl: string | null): Finding {
  const needsHttps = /^__(Host|Secure)-/i.test(name)
  const mayBeHttp = siteUrl === null || siteUrl.startsWith('http://')
  if (needsHttps && siteUrl !== null && mayBeHttp) {
    const words = `browsers keep ${name} over https only, and SITE_URL says http. Set SESSION_COOKIE_NAME=${passedCookie}`
    return problem('Session cookie', words)
  }
  if (name === passedCookie) return ok('Session cookie', `${name}, which any hosting passes on`)
  if (isFirebaseHosting(siteUrl)) {
    const words = `Firebase Hosting drops ${name}. Set SESSION_COOKIE_NAME=${passedCookie}`
    return problem('Session cookie', words)
  }
  const https = needsHttps && mayBeHttp ? ', and browsers keep it over https only' : ''
  return warning('Session cookie', `${name} does not reach a server behind Firebase Hosting${https}`)
}

function isFirebaseHosting(siteUrl: string | null): boolean {
  return siteUrl !== null && /\.(web\.app|firebaseapp\.com)$/.test(new URL(siteUrl).hostname)
}

/** The server itself speaks plain http: https and clients' addresses are known from proxies only. */
function examineAddress({ siteUrl, trustedProxies }: SiteConfig['origin'], isPublic: boolean): Finding {
  const proxies = `TRUSTED_PROXIES=${trustedProxies}`
  if (siteUrl?.startsWith('http://') && !isLoopback(new URL(siteUrl).hostname)) {
    const words = `${siteUrl} is not encrypted: browsers keep no session there. Set SITE_URL to the https address`
    return problem('Address', words)
  }
  if (siteUrl?.startsWith('https://') && trustedProxies === 0) {
    const words = `${siteUrl} means a proxy in front, which then counts as every visitor's address. Set TRUSTED_PROXIES=1, or how many there are`
    return warning('Address', words)
  }
  if (siteUrl) return ok('Address', `${siteUrl}, ${proxies}`)
  if (trustedProxies > 0)
    return ok('Address', `as the proxy says, ${proxies}; it has to set X-Forwarded-Host, -Proto and -For`)
  if (!isPublic) return ok('Address', 'as the browser says, without a proxy')
  return warning(
    'Address',
    'nothing says that visitors come by https. Set SITE_URL, or TRUSTED_PROXIES behind a proxy',
  )
}
