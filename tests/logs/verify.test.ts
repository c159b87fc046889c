/** Crawlers by what DNS says about their addresses. */
import { NODATA, NOTFOUND, SERVFAIL, TIMEOUT } from 'node:dns'
import { isIP } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'
import { newReport } from '@/scripts/logs/log-reader'
import { crawlerRules, createVerifyCollector, type Verdict, verifyClaims } from '@/scripts/logs/verify'
import { crawlerError, folded, recordOf } from './samples'

/** What DNS answers about a name: records, or the code of a failure. */
const answers: Record<string, string[] | string> = {
  '1.2.0.192.in-addr.arpa': ['crawl-192-0-2-1.googlebot.com'],
  '7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': ['crawl-7.googlebot.com'],
  // The owner of an address decides what it is called.
  '2.2.0.192.in-addr.arpa': ['crawl-192-0-2-1.googlebot.com'],
  '3.2.0.192.in-addr.arpa': ['crawl-none.googlebot.com'],
  '4.2.0.192.in-addr.arpa': ['fake.example', 'googlebot.com.fake.example', 'fakegooglebot.com'],
  '6.2.0.192.in-addr.arpa': ['6.bc.googleusercontent.com'],
  '7.2.0.192.in-addr.arpa': ['crawl-7.search.msn.com'],
  '8.2.0.192.in-addr.arpa': ['crawl-silent.googlebot.com'],
  '9.2.0.192.in-addr.arpa': Array.from({ length: 60 }, (_, number) => `crawl-${number}.googlebot.com`),
  '10.2.0.192.in-addr.arpa': SERVFAIL,
  '11.2.0.192.in-addr.arpa': TIMEOUT,
  'crawl-192-0-2-1.googlebot.com': ['192.0.2.99', '192.0.2.1'],
  'crawl-7.googlebot.com': ['192.0.2.1', '2001:db8:0:0:0:0:0:7'],
  'fake.example': ['192.0.2.4'],
  'googlebot.com.fake.example': ['192.0.2.4'],
  'fakegooglebot.com': ['192.0.2.4'],
  '6.bc.googleusercontent.com': ['192.0.2.6'],
  'crawl-7.search.msn.com': ['192.0.2.7'],
  'crawl-silent.googlebot.com': SERVFAIL,
}

let asked = 0
beforeEach(() => {
  asked = 0
})

async function answerTo(name: string, among = (_record: string) => true): Promise<string[]> {
  asked += 1
  const answer = answers[name] ?? NOTFOUND
  if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
  const records = answer.filter(among)
  if (records.length === 0) throw Object.assign(new Error(NODATA), { code: NODATA })
  return records
}

/** Instead of the network. */
const resolver = {
  resolvePtr: (name: string) => answerTo(name),
  resolve: (name: string, type: 'A' | 'AAAA') =>
    answerTo(name, (record) => isIP(record) === (type === 'A' ? 4 : 6)),
}

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
  ['an address about which DNS is silent', 'Googlebot', '192.0.2.11', 'not verified'],
  ['an address of a proxy', 'Googlebot', '10.0.0.7', 'not verified'],
  ["an address of this machine's network", 'Googlebot', 'fe80::1%eth0', 'not verified'],
  ['an address of IPv4 as one of IPv6', 'Googlebot', '::ffff:192.0.2.1', 'verified'],
  ['an invalid address', 'Googlebot', 'unknown', 'not verified'],
  ["an address that the log doesn't have", 'Googlebot', '-', 'not verified'],
  ['a bot whose operator publishes nothing', 'Whateverbot', '192.0.2.1', 'unknown'],
  ['a bot that only ends like a crawler', 'NotGooglebot', '192.0.2.1', 'unknown'],
])('%s: %s at %s is %s', async (_, bot, address, verdict) => {
  const [verified] = await verifyClaims([{ bot, address, count: 1 }], resolver)
  expect(verified?.verdict).toBe(verdict)
  expect(asked).toBeLessThan(10)
})

const everyone = { audience: 'all', since: null, until: null, bots: [], statuses: [], paths: [] } as const

test('bots are listed by address, the most frequent first, with what DNS says about each', async () => {
  const { add, finish } = createVerifyCollector(everyone, resolver)
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
  const { add, finish } = createVerifyCollector(everyone, resolver)
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
