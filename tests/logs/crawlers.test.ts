/** The rules for crawlers, and the lists that their operators publish. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'
import { crawlerRules } from '@/scripts/logs/crawlers'
import { type Verdict, verifyClaims } from '@/scripts/logs/verify'

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
    const { verdictOf } = await verifyClaims(claims, { rules })
    operator.close()
    expect(times).toBe(1)
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
  const rulesOf = (agent: string) =>
    crawlerRules.filter(({ bots }) => bots.test(detectBot(agent)?.name ?? ''))
  expect(agents.filter((agent) => rulesOf(agent).length !== 1)).toEqual([])
  expect(new Set(agents.flatMap(rulesOf)).size).toBe(crawlerRules.length)
})
