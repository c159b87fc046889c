/** Crawlers by what DNS says about their addresses, and by the ranges that their operators publish. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'
import { crawlerRules } from '@/scripts/logs/crawlers'
import { type Verdict, verifyClaims } from '@/scripts/logs/verify'
import { type DnsServer, startDns, type Zone } from '../support/dns'
import { answerOf } from './runs'
import { crawlerError, folded, logOf } from './samples'

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

test.each<[what: string, bot: string, address: string | null, verdict: Verdict]>([
  ['a name that leads back', 'Googlebot', '192.0.2.1', 'verified'],
  ['a name of a crawler of the same kind', 'Googlebot-Image', '192.0.2.1', 'verified'],
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
  ["an address at the end of a container's networks", 'Googlebot', '172.31.255.254', 'not verified'],
  ["an address of this machine's network", 'Googlebot', 'fe80::1%eth0', 'not verified'],
  ['an address of IPv4 as one of IPv6', 'Googlebot', '::ffff:192.0.2.1', 'not verified'],
  ['an invalid address', 'Googlebot', 'unknown', 'not verified'],
  ["an address that the log doesn't have", 'Googlebot', null, 'not verified'],
  ['a bot whose operator publishes nothing', 'Whateverbot', '192.0.2.1', 'unknown'],
  ['a bot that only ends like a crawler', 'NotGooglebot', '192.0.2.1', 'unknown'],
])('%s: %s at %s is %s', async (_, bot, address, verdict) => {
  const claims = address === null ? [] : [{ bot, address, count: 1 }]
  const { verdictOf } = await verifyClaims(claims, { dnsServer: dns.address })
  expect(verdictOf(bot, address)).toBe(verdict)
  expect(dns.asked.length).toBeLessThan(10)
})

test('without an answer of DNS in time, nobody is said to be faked', async () => {
  const addresses = Array.from({ length: 100 }, (_, number) => `198.51.100.${number}`)
  const claims = addresses.map((address) => ({ bot: 'Googlebot', address, count: 1 }))
  const gone = await startDns({})
  gone.close()
  const silent = await startDns({ silent: addresses })
  for (const { address } of [gone, silent]) {
    const startedAt = Date.now()
    const { verdictOf } = await verifyClaims(claims, { dnsServer: address, limitMs: 300 })
    const verdicts = new Set(addresses.map((one) => verdictOf('Googlebot', one)))
    expect([...verdicts]).toEqual(['not verified'])
    expect(Date.now() - startedAt).toBeLessThan(1_500)
  }
  silent.close()
})

test('of too many addresses the most frequent are verified, each once', async () => {
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

test('the answer tells true crawlers from faked ones, with their addresses, unless it was not asked to', async () => {
  const from = (clientAddress: string, fields = {}) => ({ ...crawlerError, clientAddress, ...fields })
  const addresses = ['192.0.2.1', '2001:db8::7', '192.0.2.4', '192.0.2.10']
  const log = logOf(
    ...[...addresses, '192.0.2.2', '192.0.2.3', '192.0.2.5'].map((address) => from(address)),
    { ...folded, count: 10, clientAddress: '192.0.2.1', clientAddresses: addresses },
    from('192.0.2.1', { bot: 'Whateverbot' }),
  )
  const verify = ['--verify', '--dns', dns.address]
  expect((await answerOf(verify, log)).split('\n')).toEqual([
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
  const { groups } = JSON.parse(await answerOf(['--json', ...verify], log))
  const clientAddresses = ['192.0.2.4', '192.0.2.2', '192.0.2.3', '192.0.2.5']
  const faked = { bot: 'Googlebot', count: 4, verdict: 'faked', clientAddresses }
  expect(groups).toContainEqual(expect.objectContaining(faked))
  expect(await answerOf(['--json'], log)).not.toMatch(/verdict|addressesNotAsked|192\.0/)
})

const ranges = { prefixes: [{ ipv4Prefix: '192.0.2.0/28' }, { ipv6Prefix: '2001:db8:1::/64' }] }
const [yes, no, nothing] = ['verified', 'faked', 'not verified'] as const

test.each<[string, string, number, Verdict[]]>([
  ['publishes ranges', JSON.stringify(ranges), 200, [yes, no, yes, no]],
  ['fails', JSON.stringify(ranges), 503, Array(4).fill(nothing)],
  ['sends a page', '<!doctype html>', 200, Array(4).fill(nothing)],
  ['sends no range', '{"prefixes":[]}', 200, Array(4).fill(nothing)],
  ['sends an invalid range', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/99"}]}', 200, Array(4).fill(nothing)],
  ['sends over 1 MB', JSON.stringify({ ...ranges, pad: 'x'.repeat(2_000_000) }), 200, Array(4).fill(nothing)],
  ['is out of reach', '', 0, Array(4).fill(nothing)],
])(
  'an operator that %s is called once, and vouches for its addresses alone',
  async (_, body, status, verdicts) => {
    let calls = 0
    const operator = createServer((_, response) => {
      calls += 1
      response.writeHead(status).end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => operator.once('listening', resolve))
    const port = status === 0 ? 9 : (operator.address() as AddressInfo).port
    const rules = [{ bots: /^gptbot/i, ranges: `http://127.0.0.1:${port}/bot.json` }]
    const addresses = ['192.0.2.15', '192.0.2.16', '2001:db8:1::7', '2001:db8:2::7']
    const claims = addresses.map((address) => ({ bot: 'GPTBot', address, count: 1 }))
    const { verdictOf } = await verifyClaims(claims, { rules })
    operator.close()
    expect(calls).toBe(status === 0 ? 0 : 1)
    expect(addresses.map((address) => verdictOf('GPTBot', address))).toEqual(verdicts)
  },
)

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
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
    'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  ]
  const rulesOf = (agent: string) =>
    crawlerRules.filter(({ bots }) => bots.test(detectBot(agent)?.name ?? ''))
  expect(agents.filter((agent) => rulesOf(agent).length !== 1)).toEqual([])
  expect(new Set(agents.flatMap(rulesOf)).size).toBe(crawlerRules.length)
})
