import { expect, test } from 'vitest'
import {
  addressBlock,
  allowsHsts,
  clientAddress,
  comesFromOwnPage,
  isCrossSite,
  isDirectNavigation,
  isForwarded,
  isNavigation,
  isSecureOrigin,
  needsSecureCookie,
  ownOrigin,
  socketAddressHeader,
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
  ['this machine by address', { host: '127.0.0.1:3000' }, direct, 'http://127.0.0.1:3000'],
  ['this machine by IPv6 address', { host: '[::1]:3000' }, direct, 'http://[::1]:3000'],
  ['the default port', { host: 'foyer.example:80' }, direct, 'http://foyer.example'],
  ['a name in capitals', { host: 'Foyer.Example' }, direct, 'http://foyer.example'],
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

const from = (socket: string, forwardedFor?: string): Fields => ({
  [socketAddressHeader]: socket,
  ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
})
const twoProxies = '1.1.1.1, 203.0.113.9, 10.0.0.1'

const addressCases: [string, Fields, trustedProxies: number, address: string][] = [
  ['the socket', from('203.0.113.9'), 0, '203.0.113.9'],
  ['an IPv6 socket', from('2001:db8::9'), 0, '2001:db8::9'],
  ['nobody', {}, 0, ''],
  ['the socket, not what the client says', from('203.0.113.9', '1.1.1.1'), 0, '203.0.113.9'],
  ['what one proxy added', from('10.0.0.1', '203.0.113.9'), 1, '203.0.113.9'],
  ['what one proxy added to the client’s', from('10.0.0.1', '1.1.1.1, 203.0.113.9'), 1, '203.0.113.9'],
  ['what the outer of two proxies added', from('10.0.0.2', twoProxies), 2, '203.0.113.9'],
  ['an IPv6 client behind a proxy', from('10.0.0.1', '1.1.1.1,2001:db8::9'), 1, '2001:db8::9'],
  ['the socket of a proxy that added nothing', from('10.0.0.1'), 1, '10.0.0.1'],
  ['the socket, the list being empty', from('10.0.0.1', ' , '), 1, '10.0.0.1'],
  ['the first there is, fewer than proxies', from('10.0.0.1', '203.0.113.9'), 3, '203.0.113.9'],
  ['without the port that Azure adds', from('10.0.0.1', '203.0.113.9:51322'), 1, '203.0.113.9'],
  ['without the port behind brackets', from('10.0.0.1', '[2001:db8::7]:443'), 1, '2001:db8::7'],
  ['without brackets', from('10.0.0.1', '[2001:db8::7]'), 1, '2001:db8::7'],
  ['without zeros before a number', from('10.0.0.1', '0203.0.113.011'), 1, '203.0.113.11'],
  ['an IPv6 address in its one form', from('10.0.0.1', '2001:0DB8:0::0007'), 1, '2001:db8::7'],
  ['an IPv4 address that the socket maps', from('::ffff:203.0.113.9'), 0, '203.0.113.9'],
  ['an IPv4 address that the proxy maps', from('10.0.0.1', '[::ffff:cb00:7109]:80'), 1, '203.0.113.9'],
  ['a link’s address without its interface', from('fe80::1%eth0'), 0, 'fe80::1'],
  ['what is no address, as it came', from('10.0.0.1', 'unknown:1'), 1, 'unknown:1'],
]

test.each(addressCases)('client address: %s', (_name, fields, trustedProxies, address) => {
  expect(clientAddress(new Headers(fields), trustedProxies)).toBe(address)
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
  ['a sister site that claims our origin', { origin: own, 'sec-fetch-site': 'same-site' }, true],
  ['a site whose name starts like ours', { origin: 'https://foyer.example.evil.example' }, true],
  ['our name over plain http', { origin: 'http://foyer.example' }, true],
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
  ['http://127.8.8.8', true, false],
  ['http://[::1]:3000', true, false],
  ['http://foyer.example', false, true],
  ['http://10.0.0.7:3000', false, true],
  ['http://0.0.0.0:3000', false, true],
  ['http://localhost.evil.example', false, true],
  ['http://127.0.0.1.evil.example', false, true],
  ['http://evil-localhost', false, true],
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

test('a proxy is noticed by a forwarded address, but not by that of the socket, which Next fills in', () => {
  const seen = [from('10.0.0.1'), from('10.0.0.1', '10.0.0.1'), from('10.0.0.1', '203.0.113.9')]
  expect(seen.map((fields) => isForwarded(new Headers(fields)))).toEqual([false, false, true])
})

test('only https gets HSTS, and not on this machine', () => {
  const origins = ['https://www.example.com', 'http://www.example.com', 'https://localhost:8443', null]
  expect(origins.filter(allowsHsts)).toEqual(['https://www.example.com'])
})

const blockCases: [address: string, block: string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:FFFF::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['::ffff:0:203.0.113.9', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::2%25en1', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:4711', '2001:db8:1:2::/64'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['', ''],
  ['unknown', 'unknown'],
  ['_hidden', '_hidden'],
  ['12345::', '12345::'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
  ['1::2::3', '1::2::3'],
  ['::ffff:203.0.113.999', '::ffff:203.0.113.999'],
  ['::1]@[::2', '::1]@[::2'],
  [':', ':'],
]

test.each(blockCases)('%s is limited as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
