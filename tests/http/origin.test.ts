import { expect, test } from 'vitest'
import {
  allowsHsts,
  comesFromOwnPage,
  isCrossSite,
  isDirectNavigation,
  isNavigation,
  isSecureOrigin,
  needsSecureCookie,
  ownOrigin,
} from '@/lib/http/origin'

type Fields = Record<string, string>
const direct = { siteUrl: null, trustedProxies: 0 }
const proxied = { siteUrl: null, trustedProxies: 1 }
const named = { siteUrl: 'https://www.example.com', trustedProxies: 0 }

/** What a proxy adds to a request. */
const via = (host: string, forwardedHost: string | null, scheme: string): Fields => ({
  host,
  ...(forwardedHost && { 'x-forwarded-host': forwardedHost }),
  'x-forwarded-proto': scheme,
})
const foyer = 'foyer.example'
const evilFirst = 'evil.example, foyer.example'

const originCases: [string, Fields, typeof proxied | typeof named, string | null][] = [
  ['this machine by name', { host: 'localhost:3000' }, direct, 'http://localhost:3000'],
  ['this machine by IPv6 address', { host: '[::1]:3000' }, direct, 'http://[::1]:3000'],
  ['SITE_URL, whatever the host', { host: 'evil.example' }, named, 'https://www.example.com'],
  ['untrusted forwarding headers', via(foyer, 'evil.example', 'https'), direct, 'http://foyer.example'],
  ['a domain behind a proxy', via('10.0.0.7:3000', foyer, 'https'), proxied, 'https://foyer.example'],
  ['a proxy that keeps the host', via(foyer, null, 'https'), proxied, 'https://foyer.example'],
  [
    'a spoofed host before the proxy’s',
    via('10.0.0.7', evilFirst, 'https'),
    proxied,
    'https://foyer.example',
  ],
  ['a spoofed scheme before the proxy’s', via(foyer, null, 'https, http'), proxied, 'http://foyer.example'],
  ['a scheme that is none', via(foyer, null, 'javascript'), proxied, 'http://foyer.example'],
  ['no host', {}, direct, null],
  ['an empty host', { host: '' }, direct, null],
  ['a host that is none', { host: 'a b' }, direct, null],
  ['a port that is none', { host: 'foyer.example:99999' }, direct, null],
]

test.each(originCases)('own origin: %s', (_name, fields, settings, own) => {
  expect(ownOrigin(new Headers(fields), settings)).toBe(own)
})

const own = 'https://foyer.example'

const siteCases: [name: string, fields: Fields, crossSite: boolean][] = [
  ['our own page', { origin: own, 'sec-fetch-site': 'same-origin' }, false],
  ['our own page in a browser without Sec-Fetch-Site', { origin: own }, false],
  ['our own page in a request without Origin', { 'sec-fetch-site': 'same-origin' }, false],
  ['no browser', {}, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site without Sec-Fetch-Site', { origin: 'https://evil.example' }, true],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, true],
  ['a sister site', { origin: 'https://blog.foyer.example', 'sec-fetch-site': 'same-site' }, true],
  ['a site whose name starts like ours', { origin: 'https://foyer.example.evil.example' }, true],
  ['our name on another port', { origin: 'https://foyer.example:8443' }, true],
  ['a sandboxed frame', { origin: 'null' }, true],
  ['an address typed by the user', { 'sec-fetch-site': 'none' }, true],
  ['an unknown Sec-Fetch-Site', { origin: own, 'sec-fetch-site': 'SAME-ORIGIN' }, true],
]

test.each(siteCases)('a request from %s', (_name, fields, crossSite) => {
  expect(isCrossSite(new Headers(fields), own)).toBe(crossSite)
})

test('while we do not know our origin, none is our own and the cookie is Secure', () => {
  expect(['null', own].map((origin) => isCrossSite(new Headers({ origin }), null))).toEqual([true, true])
  expect(isCrossSite(new Headers(), null)).toBe(false)
  expect(needsSecureCookie(null)).toBe(true)
})

const secureCases: [origin: string, maySendPassword: boolean, isCookieSecure: boolean][] = [
  ['https://foyer.example', true, true],
  ['https://localhost:3000', true, true],
  ['http://localhost:3000', true, false],
  ['http://127.0.0.1:3000', true, false],
  ['http://[::1]:3000', true, false],
  ['http://foyer.example', false, true],
  ['http://10.0.0.7:3000', false, true],
  ['http://localhost.evil.example', false, true],
  ['http://127.0.0.1.evil.example', false, true],
]

test.each(secureCases)(
  '%s may be sent a password: %s; its cookie is Secure: %s',
  (origin, password, cookie) => {
    expect(isSecureOrigin(origin)).toBe(password)
    expect(needsSecureCookie(origin)).toBe(cookie)
  },
)

test.each([
  ['document', 'none', true, true],
  ['document', 'same-origin', true, false],
  ['document', 'cross-site', true, false],
  ['empty', 'none', false, false],
  ['iframe', 'same-origin', false, false],
  [null, null, false, false],
])('for %s, led there by %s: a visit %s, typed %s', (destination, site, visit, typed) => {
  const headers = new Headers()
  if (destination) headers.set('sec-fetch-dest', destination)
  if (site) headers.set('sec-fetch-site', site)
  expect([isNavigation(headers), isDirectNavigation(headers)]).toEqual([visit, typed])
  expect(comesFromOwnPage(headers)).toBe(site === 'same-origin')
})

test('only https gets HSTS, and not on this machine', () => {
  const origins = ['https://www.example.com', 'http://www.example.com', 'https://localhost:8443', null]
  expect(origins.filter(allowsHsts)).toEqual(['https://www.example.com'])
})
