/**
 * `npm run prove URL [SESSION_COOKIE_NAME]`: asks a deployed site what a visitor, a bot and a browser with an old cookie get,
 * and names what a proxy or a setting has broken. Reads only. A line for each subject; exits with 1 on a problem, with 2
 * without a URL.
 */
import { connect } from 'node:tls'
import ms from 'ms'
import { consentBoot } from '../lib/consent/boot'
import { documentHeaders, hashSource, plainHeaders, policyHeader } from '../lib/http/security-headers'
import { handlers, redirects } from '../lib/site/api-routes'
import { paths, routes } from '../lib/site/routes'
import { describeFindings, hasProblem, ok, problem, type Verdict, warning } from './doctor/finding'

type Answer = { path: string; status: number; headers: Headers; text: string; waitedMs: number }

/** A good time to the first byte (web.dev, 'Time to First Byte'). */
const goodMs = 800
const yearSeconds = ms('365d') / 1000
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

async function ask(site: URL, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const askedAt = performance.now()
  const answer = await fetch(new URL(path, site), {
    redirect: 'manual',
    headers: { 'user-agent': person, accept: 'text/html', ...headers },
    signal: AbortSignal.timeout(ms('30s')),
  })
  const waitedMs = Math.round(performance.now() - askedAt)
  return { path, status: answer.status, headers: answer.headers, text: await answer.text(), waitedMs }
}

/** What is wrong, by subject, or the words if nothing is. */
async function prove(
  site: URL,
  cookieName: string,
): Promise<[subject: string, faults: string[], fine: string][]> {
  const get = (path: string, headers?: Record<string, string>) => ask(site, path, headers)
  const [home, form, app] = [await get(paths.home), await get(paths.login), await get(paths.app)]
  const ready = await get(handlers.ready)
  const unknown = `/no/such/page-${Date.now()}`
  const [missing, toBot] = [await get(unknown), await get(unknown, { 'user-agent': bot })]
  const ended = await get(redirects.sessionEnded(routes.app), { cookie: `${cookieName}=old` })
  const [script = '/_next/static/'] = /\/_next\/static\/[^"?]+\.js/.exec(home.text) ?? []
  const [built, map] = [await get(script), await get(`${script}.map`)]
  const again = await get(paths.home, { 'if-none-match': headerOf(home, 'etag') })
  const pages = [home, form, missing]
  const isSecure = site.protocol === 'https:'
  const hsts = /max-age=(\d+)/.exec(headerOf(home, 'strict-transport-security'))?.[1] ?? 0
  const [oldCookie = ''] = ended.headers.getSetCookie()
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=lax', ...(isSecure ? ['Secure'] : [])]
  const isUncached = (answer: Answer) => headerOf(answer, 'cache-control').includes('no-store')
  const leads = URL.canParse(headerOf(app, 'location'), site) && new URL(headerOf(app, 'location'), site).href
  return [
    [
      'HSTS',
      unless(!isSecure || Number(hsts) >= yearSeconds, `${hsts} s, less than a year`),
      'on, over https',
    ],
    [
      'Headers',
      [...pages, app, toBot, ready, built].flatMap((answer) =>
        [...plainHeaders, ...(pages.includes(answer) ? documentHeaders : [])]
          .filter(([name, value]) => headerOf(answer, name) !== value)
          .map(([name]) => `${answer.path} lacks ${name}, or has another value`),
      ),
      'all, on pages, redirects, endpoints and files',
    ],
    ['Policy', pages.flatMap(policyFaults), 'on every page, for its own scripts alone'],
    [
      'Consent',
      pages
        .filter(({ text }) => !text.split('googletagmanager.com/gtag/js')[0]?.includes(consentBoot))
        .map(({ path }) => `${path} may measure before consent mode’s defaults are set`),
      'denied on every page before anything can measure',
    ],
    [
      'Cookies',
      pages.flatMap(({ path, headers }) =>
        headers.getSetCookie().map((cookie) => `${path} sets ${cookie.split('=')[0]} before anybody chose`),
      ),
      'none before anybody chose',
    ],
    [
      'Session cookie',
      oldCookie === ''
        ? ['an old one stays: something on the way drops cookies']
        : attributes
            .filter((each) => !`${oldCookie};`.toLowerCase().includes(`; ${each.toLowerCase()};`))
            .map((each) => `it lacks ${each}`),
      attributes.join(', '),
    ],
    [
      'Caching',
      [
        ...[form, app, missing, ended, ready]
          .filter((answer) => !isUncached(answer))
          .map(({ path }) => `caches may store ${path}`),
        ...unless(headerOf(built, 'cache-control').includes('immutable'), `${script} isn’t immutable`),
        ...unless(again.status === 304, 'browsers that have / get it again'),
      ],
      'no page of a person is stored, files are for a year',
    ],
    ['Compression', unless(headerOf(home, 'content-encoding') !== '', '/ has none'), 'on'],
    [
      'Guard',
      unless(
        app.status === 307 && leads === new URL(routes.loginThen(routes.app), site).href,
        `${app.path} answers ${app.status}${leads ? `, to ${leads}` : ''}`,
      ),
      `${app.path} leads to the form`,
    ],
    [
      'Missing pages',
      [
        ...unless(
          missing.status === 404 && toBot.status === 404,
          `${missing.status}, and ${toBot.status} for bots`,
        ),
        ...unless(missing.text.includes('Page Not Found'), 'people don’t get our page'),
        ...unless(!toBot.text.includes('<h1'), 'bots get a page'),
      ],
      '404, with a page for people alone',
    ],
    ['Source maps', unless(map.status === 404, `${map.path} answers ${map.status}`), 'none is served'],
    [
      'Sign-in',
      unless(
        !/connect-src[^;]*(localhost|127\.0\.0\.1)/.test(headerOf(form, policyHeader)),
        'it’s the emulator, where anybody is anybody',
      ),
      'not by the emulator',
    ],
    ['Ready', unless(ready.status === 200, `${ready.path} answers ${ready.status}`), 'with its database'],
    [
      'First byte',
      [home, form, ready]
        .filter(({ waitedMs }) => waitedMs > goodMs)
        .map(({ path, waitedMs }) => `${path} took ${waitedMs} ms`),
      [home, form, ready].map(({ path, waitedMs }) => `${path} ${waitedMs} ms`).join(', '),
    ],
  ]
}

const headerOf = ({ headers }: Answer, name: string) => headers.get(name) ?? ''
const unless = (isFine: boolean, fault: string) => (isFine ? [] : [fault])

/** A page's policy has to allow its inline scripts, which nothing on the way may change or add, and no others. */
function policyFaults(page: Answer): string[] {
  const policy = headerOf(page, policyHeader)
  const scripts = [
    ...page.text.matchAll(/<script(?![^>]*\ssrc=)(?:[^>]*nonce="([^"]+)")?[^>]*>([\s\S]*?)<\/script>/g),
  ]
  const isAllowed = scripts.every(([, nonce, content = '']) =>
    policy.includes(nonce ? `'nonce-${nonce}'` : hashSource(content)),
  )
  return [
    ...["default-src 'none'", "frame-ancestors 'none'"].flatMap((each) =>
      unless(policy.includes(each), `${page.path} lacks ${each}`),
    ),
    ...unless(!/'unsafe-(inline|eval)'/.test(policy), `${page.path} allows anybody’s scripts`),
    ...unless(isAllowed, `${page.path} has a script that it forbids: something on the way changes pages`),
  ]
}

/** The version of TLS, and how long the certificate is good. */
async function checkConnection({ protocol, hostname, port }: URL): Promise<Verdict> {
  if (protocol === 'http:') return problem('over http, so anybody on the way reads passwords')
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  const until = Date.parse(socket.getPeerCertificate().valid_to)
  const words = `${socket.getProtocol()}, with a certificate for ${ms(until - Date.now(), { long: true })}`
  socket.destroy()
  return until - Date.now() < ms('14d') ? problem(`${words}: renew it`) : ok(words)
}

async function main([address = '', cookieName = '__session']: string[]): Promise<number> {
  if (!URL.canParse(address) || !/^https?:\/\//.test(address)) {
    console.error('Usage: npm run prove https://www.example.com [SESSION_COOKIE_NAME]')
    return 2
  }
  try {
    const site = new URL('/', address)
    const connection = { subject: 'Connection', ...(await checkConnection(site)) }
    const judge = (subject: string, faults: string[]) =>
      (subject === 'First byte' ? warning : problem)(faults.join('; '))
    const others = (await prove(site, cookieName)).map(([subject, faults, fine]) => ({
      subject,
      ...(faults.length > 0 ? judge(subject, faults) : ok(fine)),
    }))
    process.stdout.write(describeFindings([connection, ...others]))
    return hasProblem([connection, ...others]) ? 1 : 0
  } catch (error) {
    console.error(
      `${address} gave no answer: ${error instanceof Error ? String(error.cause ?? error) : error}`,
    )
    return 1
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
