/** Whether cookie name, https, proxies and port fit the hosting, and the legal pages name the operator. */
import * as v from 'valibot'
import { isLoopback } from '../../lib/config/config'
import { isFirebaseHosting } from '../../lib/http/origin'
import { fetchServer } from '../../lib/server/identity/public-endpoints'
import { handlers } from '../../lib/site/api-routes'
import { bindingRequests } from '../../lib/site/binding-routes'
import { portFault } from '../start/ports'
import { type Checks, type DoctorContext, ok, problem, type Verdict, warning } from './finding'

/** The only cookie Firebase Hosting forwards (its guide, 'Manage cache behavior: Using cookies'). */
const forwardedCookie = '__session'

export const hostingChecks: Checks = {
  'Session cookie': ({ config }) => {
    const { siteUrl } = config.origin
    const { cookieName: name } = config.session
    const help = `Set SESSION_COOKIE_NAME=${forwardedCookie}`
    if (/^__(Host|Secure)-/i.test(name) && siteUrl?.startsWith('http://'))
      return problem(`browsers only keep ${name} over https, and SITE_URL is http. ${help}`)
    if (name !== forwardedCookie && isFirebaseHosting(siteUrl))
      return problem(`Firebase Hosting drops ${name}. ${help}`)
    return ok(name)
  },
  /** Any site can set cookies for its parent domains, except public suffixes; but no other site can set `__Host-` cookies. */
  'Other sites': ({ config }) => {
    const { siteUrl } = config.origin
    const { cookieName: name } = config.session
    if (siteUrl === null || name.startsWith('__Host-') || isFirebaseHosting(siteUrl)) return null
    const { hostname } = new URL(siteUrl)
    if (isLoopback(hostname)) return null
    return warning(
      `any site under the same domain as ${hostname} can set ${name} for it, too, and so sign visitors out. ` +
        'Let nobody else have such a name or, unless Firebase Hosting is in front, set SESSION_COOKIE_NAME=__Host-session',
    )
  },
  /** What ends a browser's binding for good is any answer but the site's own. */
  'Device binding': ({ config }) => {
    if (!config.bindsDevices) return null
    const { siteUrl } = config.origin
    const reason = isFirebaseHosting(siteUrl)
      ? 'Firebase Hosting drops its cookie'
      : siteUrl?.startsWith('http://') && 'browsers need https'
    if (reason) return ok(`no session is bound here: ${reason}`)
    const path = bindingRequests.refresh
    return ok(`on. Let no proxy limit POST ${path}: its 429 would sign people out`)
  },
  Address: checkAddress,
  /** Without `CONTACT_EMAIL` nobody can report a vulnerability, as SECURITY.md promises, or a shared note. */
  Operator: ({ config, isProduction }) => {
    const { operator } = config.public
    const needed = {
      CONTACT_EMAIL: operator.contactEmail,
      OPERATOR_NAME: operator.name,
      OPERATOR_ADDRESS: operator.address,
      GOVERNING_LAW: operator.governingLaw,
      LOG_RETENTION_DAYS: operator.logDays,
      BACKUP_RETENTION_DAYS: operator.backupDays,
    }
    const [unmeant] = Object.entries(needed).filter(([, value]) => isPlaceholder(value))
    if (unmeant) return problem(`${unmeant.join(' is ')}, which visitors would read. Set the real one`)
    if (!isProduction) return null
    const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? name : []))
    if (missing.length === 0) return ok(`${operator.name}, ${operator.contactEmail}`)
    return warning(`/contact, /privacy and /terms lack what only you know. Set ${missing.join(', ')}`)
  },
  'Google tag': ({ config }) =>
    isPlaceholder(config.public.analytics?.tagId)
      ? problem(
          `GTAG_ID is ${config.public.analytics?.tagId}, which is nobody's. Set your own, or leave it out`,
        )
      : null,
  Log: ({ config }) =>
    config.logLevel === 'error' || config.logLevel === 'warn'
      ? warning(
          `LOG_LEVEL=${config.logLevel} leaves out starts, stops and sessions, so npm run logs knows of no outage's end`,
        )
      : null,
  Port: checkPort,
  /** Clients that bypass the trusted proxies can forge the address of the visitor. */
  Proxy: ({ config }) => {
    const { host, origin } = config
    if (origin.trustedProxies === 0 || (host !== null && isLoopback(host.replace(/^::1$/, '[::1]'))))
      return null
    const where = host === null ? 'on all interfaces' : `at ${host}`
    const words = `the site listens ${where}: who reaches it past the proxy can forge X-Forwarded-For`
    return warning(`${words}. Set HOST=127.0.0.1, or let nothing but the proxy through the firewall`)
  },
}

/** What examples and templates have in place of a value. */
function isPlaceholder(value: string | number | null | undefined): boolean {
  return /^\W*(todo|tbd|fixme|changeme|none|n\/a|your\b.*|g-x+|x{3,})\W*$/i.test(String(value ?? ''))
}

/** The server itself speaks plain http: only proxies know about https and the visitors' addresses. */
function checkAddress({ config, isProduction }: DoctorContext): Verdict {
  const { siteUrl, trustedProxies, addressHeader } = config.origin
  if (siteUrl?.startsWith('http://') && !isLoopback(new URL(siteUrl).hostname))
    return problem(
      `${siteUrl} is not encrypted, so browsers keep no session. Set SITE_URL to the https address`,
    )
  if (addressHeader) return ok(`${siteUrl ?? 'as the platform says'}, visitors by ${addressHeader}`)
  if (!config.hasFront && trustedProxies === 0)
    return warning(
      'without the front nothing tells where visitors come from, so no limit counts by address. Set TRUSTED_PROXIES or CLIENT_ADDRESS_HEADER',
    )
  if (siteUrl?.startsWith('https://') && trustedProxies === 0)
    return warning(
      `${siteUrl} means a proxy in front, whose address then counts as every visitor's. Set TRUSTED_PROXIES=1, or how many there are`,
    )
  if (siteUrl || trustedProxies > 0)
    return ok(`${siteUrl ?? 'as the proxy says'}, TRUSTED_PROXIES=${trustedProxies}`)
  const isPublic = isProduction && config.public.emulatorUrl === null
  if (!isPublic) return ok('as the browser says, without a proxy')
  return warning('nothing says that visitors use https. Set SITE_URL, or TRUSTED_PROXIES behind a proxy')
}

/** Listens for a moment. If the site runs there already, checks its readiness. */
async function checkPort({ config, isEmbedded }: DoctorContext): Promise<Verdict> {
  const { port } = config
  const host = config.host ?? (isEmbedded ? 'localhost' : null)
  const name = `${port}${host === null ? '' : ` of ${host}`}`
  const fault = await portFault({ host, port })
  if (fault === null) return ok(`${name} is free`)
  if (fault !== 'EADDRINUSE') return problem(`${name} can't be used (${fault}). Set PORT or HOST`)
  const hostname = host ?? '127.0.0.1'
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}${handlers.ready}`
  const read = v.safeParse(readiness, (await fetchServer(url))?.body)
  if (!read.success) return problem(`${name} is in use by another program. Stop it, or set PORT`)
  const { reasons } = read.output
  if (!reasons) return ok(`${name}: the site runs there, and is ready`)
  return problem(`${name}: the site runs there, but isn't ready (${reasons.join(', ')})`)
}

const readiness = v.object({ status: v.string(), reasons: v.optional(v.array(v.string())) })
