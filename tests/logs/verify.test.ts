/** Crawlers by their addresses, with a DNS server and an operator's list of the test's own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { botOf } from '@/lib/errors/bots'
import { crawlerRules } from '@/scripts/logs/crawlers'
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
    const { verdictOf } = await verifyClaims(claims, { dnsServer: address, longestMs: 300 })
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

describe('an operator that publishes ranges', () => {
  const ranges = { prefixes: [{ ipv4Prefix: '192.0.2.0/28' }, { ipv6Prefix: '2001:db8:1::/64' }] }

  async function verdictsBy(body: string, addresses: string[], status = 200): Promise<Verdict[]> {
    let times = 0
    const operator = createServer((_, response) => {
      times += 1
      response.writeHead(status).end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => operator.once('listening', resolve))
    const url = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/bot.json`
    const rules = [{ bots: /^gptbot/i, ranges: url, source: '' }]
    const claims = addresses.map((address) => ({ bot: 'GPTBot', address, count: 1 }))
    const { verdictOf } = await verifyClaims(claims, { dnsServer: dns.address, rules })
    operator.close()
    expect({ times, asked: dns.asked }).toEqual({ times: 1, asked: [] })
    return addresses.map((address) => verdictOf('GPTBot', address))
  }

  test('vouches for the addresses in them, and no others', async () => {
    const addresses = ['192.0.2.15', '192.0.2.16', '2001:db8:1::7', '2001:db8:2::7']
    const verdicts = await verdictsBy(JSON.stringify(ranges), addresses)
    expect(verdicts).toEqual(['verified', 'faked', 'verified', 'faked'])
  })

  test.each<[string, string, number?]>([
    ['fails', JSON.stringify(ranges), 503],
    ['sends a page', '<!doctype html>'],
    ['sends none', '{"prefixes":[]}'],
    ['sends one that is none', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/99"}]}'],
    ['sends no end of them', JSON.stringify({ ...ranges, pad: 'x'.repeat(2_000_000) })],
  ])('vouches for nobody, and accuses nobody, if it %s', async (_, body, status) => {
    expect(await verdictsBy(body, ['192.0.2.1', '192.0.2.200'], status)).toEqual(
      Array(2).fill('not verified'),
    )
  })

  test('vouches for nobody, and accuses nobody, if it is out of reach', async () => {
    const rules = [{ bots: /^gptbot/i, ranges: 'http://127.0.0.1:9/bot.json', source: '' }]
    const { verdictOf } = await verifyClaims([{ bot: 'GPTBot', address: '192.0.2.1', count: 1 }], { rules })
    expect(verdictOf('GPTBot', '192.0.2.1')).toBe('not verified')
  })
})

test('each rule is for a crawler by the name that the log gives it, and for no other’s', () => {
  const agents = [
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'Mediapartners-Google',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/1 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  ]
  const rulesOf = (agent: string) => crawlerRules.filter(({ bots }) => bots.test(botOf(agent)?.name ?? ''))
  expect(agents.filter((agent) => rulesOf(agent).length !== 1)).toEqual([])
  expect(new Set(agents.flatMap(rulesOf)).size).toBe(crawlerRules.length)
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
