/** Crawlers by what DNS says about their addresses, with a server of the test's own. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Verdict, verifyClaims } from '@/scripts/logs/verify'
import { type DnsServer, startDns, type Zone } from '../support/dns'
import { answerOf, crawlerError, folded, logOf } from './samples'

const zone: Zone = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    '2001:db8:0:0:0:0:0:7': ['crawl-7.googlebot.com'],
    // Whoever has an address decides what it is called.
    '192.0.2.2': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.3': ['crawl-none.googlebot.com'],
    '192.0.2.4': ['fake.example', 'googlebot.com.fake.example', 'fakegooglebot.com'],
    '192.0.2.6': ['6.bc.googleusercontent.com'],
    '192.0.2.7': ['crawl-7.search.msn.com'],
    '192.0.2.8': ['crawl-silent.googlebot.com'],
    '192.0.2.9': Array.from({ length: 60 }, (_, number) => `crawl-${number}.googlebot.com`),
  },
  addresses: {
    'crawl-192-0-2-1.googlebot.com': ['192.0.2.99', '192.0.2.1'],
    'crawl-7.googlebot.com': ['192.0.2.1', '2001:db8:0:0:0:0:0:7'],
    'fake.example': ['192.0.2.4'],
    'googlebot.com.fake.example': ['192.0.2.4'],
    'fakegooglebot.com': ['192.0.2.4'],
    '6.bc.googleusercontent.com': ['192.0.2.6'],
    'crawl-7.search.msn.com': ['192.0.2.7'],
  },
  failing: ['192.0.2.10', 'crawl-silent.googlebot.com'],
}

let dns: DnsServer
beforeEach(async () => {
  dns = await startDns(zone)
})
afterEach(() => dns.close())

test.each<[what: string, bot: string, address: string | null, verdict: Verdict]>([
  ['a name that leads back', 'Googlebot', '192.0.2.1', 'verified'],
  ['a name of a crawler of the same kind', 'Googlebot-Image', '192.0.2.1', 'verified'],
  ['a name that leads back by IPv6', 'Googlebot', '2001:db8::7', 'verified'],
  ['a name that leads to another address', 'Googlebot', '192.0.2.2', 'faked'],
  ['a name that leads nowhere', 'Googlebot', '192.0.2.3', 'faked'],
  ['names that only look like the crawler’s', 'Googlebot', '192.0.2.4', 'faked'],
  ['no name', 'Googlebot', '192.0.2.5', 'faked'],
  ['no name by IPv6', 'Googlebot', '2001:db8::8', 'faked'],
  ['a rented machine at the crawler’s operator', 'Googlebot', '192.0.2.6', 'faked'],
  ['another operator’s crawler', 'Googlebot', '192.0.2.7', 'faked'],
  ['the same address under its own name', 'bingbot', '192.0.2.7', 'verified'],
  ['a name about which DNS fails', 'Googlebot', '192.0.2.8', 'not verified'],
  ['more names than anybody needs', 'Googlebot', '192.0.2.9', 'faked'],
  ['an address about which DNS fails', 'Googlebot', '192.0.2.10', 'not verified'],
  ['an address of a proxy', 'Googlebot', '10.0.0.7', 'not verified'],
  ['an address of this machine’s network', 'Googlebot', 'fe80::1%eth0', 'not verified'],
  ['an address of IPv4 as one of IPv6', 'Googlebot', '::ffff:192.0.2.1', 'not verified'],
  ['an address that is none', 'Googlebot', 'unknown', 'not verified'],
  ['an address that the log doesn’t have', 'Googlebot', null, 'not verified'],
  ['a bot whose operator publishes nothing', 'Whateverbot', '192.0.2.1', 'unknown'],
  ['a bot that only ends like a crawler', 'NotGooglebot', '192.0.2.1', 'unknown'],
])('%s: %s at %s is %s', async (_, bot, address, verdict) => {
  const { verdictOf } = await verifyClaims(address === null ? [] : [{ bot, address, count: 1 }], {
    dnsServer: dns.address,
  })
  expect(verdictOf(bot, address)).toBe(verdict)
  expect(dns.asked.length).toBeLessThan(10)
})

test('where DNS is out of reach, or says nothing in time, nobody is said to be faked', async () => {
  const gone = await startDns({})
  gone.close()
  const silent = await startDns({ silent: addressesOfMany })
  const claims = addressesOfMany.map((address) => ({ bot: 'Googlebot', address, count: 1 }))
  for (const { address } of [gone, silent]) {
    const startedAt = Date.now()
    const { verdictOf } = await verifyClaims(claims, { dnsServer: address, limitMs: 300 })
    expect(new Set(addressesOfMany.map((one) => verdictOf('Googlebot', one)))).toEqual(
      new Set(['not verified']),
    )
    expect(Date.now() - startedAt).toBeLessThan(1_500)
  }
  silent.close()
})

const addressesOfMany = Array.from({ length: 100 }, (_, number) => `198.51.100.${number}`)

test('of too many addresses the most frequent are asked about, each once', async () => {
  const claims = Array.from({ length: 600 }, (_, number) => {
    const address = `198.51.${100 + (number >> 8)}.${number & 255}`
    return ['Googlebot', 'Googlebot-Image'].map((bot) => ({ bot, address, count: number }))
  }).flat()
  const { verdictOf, leftOut } = await verifyClaims(claims, { dnsServer: dns.address })
  expect(leftOut).toBe(100)
  expect(new Set(dns.asked).size).toBe(500)
  expect(verdictOf('Googlebot', '198.51.102.87')).toBe('faked')
  expect(verdictOf('Googlebot', '198.51.100.0')).toBe('not verified')
})

const from = (clientAddress: string, fields = {}) => ({ ...crawlerError, clientAddress, ...fields })
const addresses = ['192.0.2.1', '2001:db8::7', '192.0.2.4', '192.0.2.10']
const log = logOf(
  ...addresses.map((address) => from(address)),
  ...['192.0.2.2', '192.0.2.3', '192.0.2.5'].map((address) => from(address)),
  { ...folded, count: 10, clientAddress: '192.0.2.1', clientAddresses: addresses },
  from('192.0.2.1', { bot: 'Whateverbot' }),
)

test('the table tells true crawlers from faked ones, and says where those came from', async () => {
  const out = await answerOf(['--verify', '--dns', dns.address], log)
  expect(out.split('\n')).toEqual([
    'count  last              status  path      bot          verdict       reference',
    '   11  2026-11-21 15:19  500     /share/…  Googlebot    not verified  4f9c21ab-7e10',
    '       TypeError: note is undefined',
    '    4  2026-11-21 15:00  500     /share/…  Googlebot    faked         4f9c21ab-7e10',
    '       TypeError: note is undefined',
    '       from 192.0.2.4, 192.0.2.2, 192.0.2.3 and 1 more',
    '    2  2026-11-21 15:00  500     /share/…  Googlebot    verified      4f9c21ab-7e10',
    '       TypeError: note is undefined',
    '    1  2026-11-21 15:00  500     /share/…  Whateverbot  unknown       4f9c21ab-7e10',
    '       TypeError: note is undefined',
    '',
    '18 bot-filtered errors in 4 groups. Times are UTC.',
  ])
})

test('JSON has all addresses of a verdict, and nothing of it unless asked for', async () => {
  const out = await answerOf(['--json', '--verify', '--dns', dns.address], log)
  const clientAddresses = ['192.0.2.4', '192.0.2.2', '192.0.2.3', '192.0.2.5']
  expect(JSON.parse(out).groups).toContainEqual(
    expect.objectContaining({ bot: 'Googlebot', count: 4, verdict: 'faked', clientAddresses }),
  )
  expect(await answerOf(['--json'], log)).not.toMatch(/verdict|addressesNotAsked|192\.0/)
})
