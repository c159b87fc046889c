/** Whether cookie name, https, proxies and port fit the hosting, and the legal pages name the operator. */
import * as v from 'valibot'
import { isLoopback } from '../../lib/config/config'
import type { ServerConfig } from '../../lib/server/config'
import { fetchServer } from '../../lib/server/identity/public-endpoints'
import { handlers } from '../../lib/site/api-routes'
import { portFault } from '../start/ports'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

export function examineHosting({ config, isProduction }: DoctorContext): Finding[] {
  const { siteUrl } = config.origin
  return [
    examineCookieName(config.session.cookieName, siteUrl),
    ...examineNeighbors(config.session.cookieName, siteUrl),
    examineAddress(config, isProduction && config.public.emulatorUrl === null),
  ]
}

/** The only cookie Firebase Hosting forwards (its guide, 'Manage cache behavior: Using cookies'). */
const forwardedCookie = '__session'

function examineCookieName(name: string, siteUrl: string | null): Finding {
  const subject = 'Session cookie'
  const help = `Set SESSION_COOKIE_NAME=${forwardedCookie}`
  if (/^__(Host|Secure)-/i.test(name) && siteUrl?.startsWith('http://'))
    return problem(subject, `browsers only keep ${name} over https, and SITE_URL is http. ${help}`)
  if (name !== forwardedCookie && isFirebaseHosting(siteUrl))
    return problem(subject, `Firebase Hosting drops ${name}. ${help}`)
  return ok(subject, name)
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
function examineAddress({ origin, hasFront }: ServerConfig, isPublic: boolean): Finding {
  const { siteUrl, trustedProxies, addressHeader } = origin
  const proxies = `TRUSTED_PROXIES=${trustedProxies}`
  if (siteUrl?.startsWith('http://') && !isLoopback(new URL(siteUrl).hostname)) {
    const words = `${siteUrl} is not encrypted, so browsers keep no session. Set SITE_URL to the https address`
    return problem('Address', words)
  }
  if (addressHeader)
    return ok('Address', `${siteUrl ?? 'as the platform says'}, visitors by ${addressHeader}`)
  if (!hasFront && trustedProxies === 0) {
    const words =
      'without the front nothing tells where visitors come from, so no limit counts by address. Set TRUSTED_PROXIES or CLIENT_ADDRESS_HEADER'
    return warning('Address', words)
  }
  if (siteUrl?.startsWith('https://') && trustedProxies === 0) {
    const words = `${siteUrl} means a proxy in front, whose address then counts as every visitor's. Set TRUSTED_PROXIES=1, or how many there are`
    return warning('Address', words)
  }
  if (siteUrl || trustedProxies > 0) return ok('Address', `${siteUrl ?? 'as the proxy says'}, ${proxies}`)
  if (!isPublic) return ok('Address', 'as the browser says, without a proxy')
  const words = 'nothing says that visitors use https. Set SITE_URL, or TRUSTED_PROXIES behind a proxy'
  return warning('Address', words)
}

/** Listens for a moment. If the site runs there already, checks its readiness. */
export async function examinePort(context: DoctorContext): Promise<Finding[]> {
  return [await examineUse(context), ...examineReach(context)]
}

async function examineUse({ config, isEmbedded }: DoctorContext): Promise<Finding> {
  const { host, port } = config
  const address = { host: host ?? (isEmbedded ? 'localhost' : null), port }
  const name = `${port}${address.host === null ? '' : ` of ${address.host}`}`
  const fault = await portFault(address)
  if (fault === null) return ok('Port', `${name} is free`)
  if (fault !== 'EADDRINUSE') return problem('Port', `${name} can't be used (${fault}). Set PORT or HOST`)
  const hostname = address.host ?? '127.0.0.1'
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}${handlers.ready}`
  const read = v.safeParse(readiness, (await fetchServer(url))?.body)
  if (!read.success) return problem('Port', `${name} is in use by another program. Stop it, or set PORT`)
  const { reasons } = read.output
  if (!reasons) return ok('Port', `${name}: the site runs there, and is ready`)
  return problem('Port', `${name}: the site runs there, but isn't ready (${reasons.join(', ')})`)
}

const readiness = v.object({ status: v.string(), reasons: v.optional(v.array(v.string())) })

/** Clients that bypass the trusted proxies can forge the address of the visitor. */
function examineReach({ config }: DoctorContext): Finding[] {
  const { host, origin } = config
  if (origin.trustedProxies === 0 || (host !== null && isLoopback(host.replace(/^::1$/, '[::1]')))) return []
  const where = host === null ? 'on all interfaces' : `at ${host}`
  const words = `the site listens ${where}: who reaches it past the proxy can forge X-Forwarded-For`
  return [warning('Proxy', `${words}. Set HOST=127.0.0.1, or let nothing but the proxy through the firewall`)]
}

/** In production only. Without `CONTACT_EMAIL` nobody can report a vulnerability, as SECURITY.md promises, or a shared note. */
export function examineOperator({ config, isProduction }: DoctorContext): Finding[] {
  if (!isProduction) return []
  const { operator } = config.public
  const needed = {
    CONTACT_EMAIL: operator.contactEmail,
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    GOVERNING_LAW: operator.governingLaw,
    LOG_RETENTION_DAYS: operator.logDays,
    BACKUP_RETENTION_DAYS: operator.backupDays,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? name : []))
  if (missing.length === 0) return [ok('Operator', `${operator.name}, ${operator.contactEmail}`)]
  const words = '/contact, /privacy and /terms lack what only you know'
  return [warning('Operator', `${words}. Set ${missing.join(', ')}`)]
}
