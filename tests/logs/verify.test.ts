/** Crawlers by what DNS says about their addresses. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'
import { newReport } from '@/scripts/logs/log-reader'
import { crawlerRules, createVerifyCollector, type Verdict, verifyClaims } from '@/scripts/logs/verify'
import { type DnsServer, startDns, type Zone } from '../support/dns'
import { crawlerError, folded, recordOf } from './samples'

const zone: Zone = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    '2001:db8:0:0:0:0:0:7': ['crawl-7.googlebot.com'],
    // The owner of an address decides what it is called.
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

test.each<[what: string, bot: string, address: string, verdict: Verdict]>([
  ['a name that leads back', 'Googlebot', '192.0.2.1', 'verified'],
  ['a name that leads back by IPv6', 'Googlebot', '2001:db8::7', 'verified'],
  ['a name that leads to another address', 'Googlebot', '192.0.2.2', 'faked'],
  ['a name that leads nowhere', 'Googlebot', '192.0.2.3', 'faked'],
  ["names that only look like the crawler's", 'Googlebot', '192.0.2.4', 'faked'],
  ['no name', 'Googlebot', '192.0.2.5', 'faked'],
  ['no name by IPv6', 'Googlebot', '2001:db8::8', 'faked'],
  ["a rented machine at the crawler's operator", 'Googlebot', '192.0.2.6', 'faked'],
  ["another operator's crawler", 'Googlebot', '192.0.2.7', 'faked'],
  ['the same address under its own name', 'bingbot', '192.0.2.7', 'verified'],
  ['a name about which DNS fails', 'Googlebot', '192.0.2.8', 'not verified'],
  ['more names than an address needs', 'Googlebot', '192.0.2.9', 'faked'],
  ['an address about which DNS fails', 'Googlebot', '192.0.2.10', 'not verified'],
  ['an address of a proxy', 'Googlebot', '10.0.0.7', 'not verified'],
  ["an address of this machine's network", 'Googlebot', 'fe80::1%eth0', 'not verified'],
  ['an address of IPv4 as one of IPv6', 'Googlebot', '::ffff:192.0.2.1', 'verified'],
  ['an invalid address', 'Googlebot', 'unknown', 'not verified'],
  ["an address that the log doesn't have", 'Googlebot', '-', 'not verified'],
  ['a bot whose operator publishes nothing', 'Whateverbot', '192.0.2.1', 'unknown'],
  ['a bot that only ends like a crawler', 'NotGooglebot', '192.0.2.1', 'unknown'],
])('%s: %s at %s is %s', async (_, bot, address, verdict) => {
  const [verified] = await verifyClaims([{ bot, address, count: 1 }], { dnsServer: dns.address })
  expect(verified?.verdict).toBe(verdict)
  expect(dns.asked.length).toBeLessThan(10)
})

test('without an answer of DNS in time, nobody is said to be faked', async () => {
  const addresses = Array.from({ length: 200 }, (_, number) => `198.51.100.${number}`)
  const claims = addresses.map((address) => ({ bot: 'Googlebot', address, count: 1 }))
  const gone = await startDns({})
  gone.close()
  const silent = await startDns({ silent: addresses })
  for (const { address } of [gone, silent]) {
    const startedAt = Date.now()
    const verified = await verifyClaims(claims, { dnsServer: address, timeoutMs: 100 })
    expect(new Set(verified.map(({ verdict }) => verdict))).toEqual(new Set(['not verified']))
    expect(Date.now() - startedAt).toBeLessThan(2_500)
  }
  silent.close()
})

const everyone = { audience: 'all', since: null, until: null, bots: [], statuses: [], paths: [] } as const

test('bots are listed by address, the most frequent first, with what DNS says about each', async () => {
  const { add, finish } = createVerifyCollector(everyone, { dnsServer: dns.address })
  const from = (clientAddress: string, fields = {}) =>
    add(recordOf({ ...crawlerError, clientAddress, ...fields }))
  from('192.0.2.1')
  for (let number = 0; number < 3; number++) from('192.0.2.4')
  from('192.0.2.1', { ...folded, clientAddresses: ['192.0.2.1', '192.0.2.4'], count: 20 })
  from('192.0.2.7', { bot: 'Whateverbot', count: 2 })
  from('192.0.2.1', { bot: false })
  const { text } = await finish(newReport())
  expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['count', 'verdict', 'bot', 'address'],
    ['20', 'not verified', 'Googlebot', '-'],
    ['3', 'faked', 'Googlebot', '192.0.2.4'],
    ['2', 'unknown', 'Whateverbot', '192.0.2.7'],
    ['1', 'verified', 'Googlebot', '192.0.2.1'],
  ])
})

test('of too many addresses the most frequent are verified, and the errors of the others counted', async () => {
  const { add, finish } = createVerifyCollector(everyone, { dnsServer: dns.address })
  for (let number = 0; number < 5_000; number++)
    add({ ...recordOf(crawlerError), clientAddress: `198.51.${number >> 8}.${number & 255}` })
  for (let again = 0; again < 9; again++) add({ ...recordOf(crawlerError), clientAddress: '192.0.2.1' })
  const { json } = await finish(newReport())
  expect(json.bots).toHaveLength(200)
  expect(json.bots[0]).toMatchObject({ address: '192.0.2.1', verdict: 'verified', count: 9 })
  expect(json.leftOut).toBe(5_000 - 199)
})

test("each rule is for a crawler by the name in the log, and for no other operator's", () => {
  const agents = [
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'Mediapartners-Google',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/1 Safari/537.36',
    'Mozilla/5.0 (Macintosh) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'Mozilla/5.0 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  ]
  const rulesOf = (agent: string) =>
    crawlerRules.filter(({ bots }) => bots.test(detectBot(agent)?.name ?? ''))
  expect(agents.filter((agent) => rulesOf(agent).length !== 1)).toEqual([])
  expect(new Set(agents.flatMap(rulesOf)).size).toBe(crawlerRules.length)
})
