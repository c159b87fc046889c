/** Tells crawlers from clients that only use their name. Asks DNS, never the client. */
import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { codeOf } from '../../lib/error-code'
import { ipv6Groups, normalizeAddress } from '../../lib/http/origin'
import type { ErrorRecord } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { describeScope, type Report } from './log-reader'
import { type Filter, isMatch } from './overview'
import { describeCount, shorten } from './printable'

/** `not verified`: DNS didn't answer. `unknown`: the bot's operator publishes no way that the site knows. */
export type Verdict = 'verified' | 'faked' | 'not verified' | 'unknown'

/** Crawlers by the names that their operators give to their addresses. */
type CrawlerRule = { bots: RegExp; hosts: RegExp }

/**
 * Baidu isn't here: forward DNS doesn't confirm its names, so they prove nothing. Google's names are those of its
 * crawlers alone: any customer's machine has one in `googleusercontent.com`.
 */
export const crawlerRules: readonly CrawlerRule[] = [
  // https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
  { bots: /^(googlebot|storebot-google)/i, hosts: /\.googlebot\.com$/i },
  { bots: /^(adsbot-google|mediapartners-google)/i, hosts: /^rate-limited-proxy-[\d-]+\.google\.com$/i },
  // https://blogs.bing.com/webmaster/2012/08/31/how-to-verify-that-bingbot-is-bingbot/
  { bots: /^(bingbot|adidxbot|bingpreview)/i, hosts: /\.search\.msn\.com$/i },
  // https://support.apple.com/en-us/119829
  { bots: /^applebot/i, hosts: /\.applebot\.apple\.com$/i },
  // https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
  { bots: /^yandex/i, hosts: /\.yandex\.(ru|net|com)$/i },
  // https://webmaster.petalsearch.com/site/petalbot
  { bots: /^petalbot/i, hosts: /\.petalsearch\.com$/i },
  // https://developer.amazon.com/amazonbot
  { bots: /^amazonbot/i, hosts: /\.crawl\.amazonbot\.amazon$/i },
  // https://commoncrawl.org/faq
  { bots: /^ccbot/i, hosts: /\.crawl\.commoncrawl\.org$/i },
  // https://help.pinterest.com/en/business/article/pinterestbot
  { bots: /^pinterestbot/i, hosts: /\.(pinterest|pinterestcrawler)\.com$/i },
]

/** Of more addresses, the most frequent are asked about, all at once. */
const maxAddresses = 200

/** Names of one address that are confirmed: the owner of an address can give it any number of names. */
const maxNames = 3

/** Who is asked about names. */
type NameServer = Pick<Resolver, 'resolvePtr'> & {
  resolve(name: string, type: 'A' | 'AAAA'): Promise<string[]>
}

const thisMachines = (): NameServer => new Resolver({ timeout: 2_000, tries: 2 })

/** The number of errors from an address under a bot's name. */
type Claim = { bot: string; address: string; count: number }

/** Counts the errors of each bot by the address that it came from, in bounded memory, then verifies the bots. */
export function createVerifyCollector(filter: Filter, server = thisMachines()) {
  const claims = new Map<string, Claim>()
  let leftOut = 0

  function add(record: ErrorRecord): void {
    const { bot, clientAddress: address, count } = record
    if (bot === null || !isMatch(record, filter)) return
    const key = `${bot}\0${address}`
    claims.set(key, { bot, address: address ?? '-', count: count + (claims.get(key)?.count ?? 0) })
    if (claims.size >= maxAddresses * 10) keepMostFrequent()
  }

  function keepMostFrequent(): Claim[] {
    const sorted = [...claims].sort(([, a], [, b]) => b.count - a.count)
    for (const [key, { count }] of sorted.slice(maxAddresses)) {
      claims.delete(key)
      leftOut += count
    }
    return sorted.slice(0, maxAddresses).map(([, claim]) => claim)
  }

  async function finish(report: Report) {
    const verified = await verifyClaims(keepMostFrequent(), server)
    const rows = verified.map(({ count, verdict, bot, address }) =>
      describeRow([describeCount(count), verdict, bot, address]),
    )
    const rest = leftOut > 0 ? [`Left out: ${describeCount(leftOut, 'error')} from other addresses.`] : []
    const nothing = `No errors of bots${describeScope(report)}.`
    return {
      text: rows.length > 0 ? [header, ...rows, ...rest].join('\n') : nothing,
      json: { filter, bots: verified, leftOut },
    }
  }

  return { add, finish }
}

function describeRow([count = '', verdict = '', bot = '', address = '']: readonly string[]): string {
  return printable(
    `${count.padStart(9)}  ${verdict.padEnd(12)}  ${shorten(bot, 30).padEnd(30)}  ${shorten(address, 43)}`,
  )
}

const header = describeRow(['count', 'verdict', 'bot', 'address'])

/** The claims with verdicts, in the same order. */
export async function verifyClaims(claims: readonly Claim[], server: NameServer) {
  const verdictOf = async ({ bot, address }: Claim): Promise<Verdict> => {
    const rule = crawlerRules.find(({ bots }) => bots.test(bot))
    return rule ? await verify(server, rule, address) : 'unknown'
  }
  return await Promise.all(claims.map(async (claim) => ({ ...claim, verdict: await verdictOf(claim) })))
}

/**
 * The owner of an address decides what reverse DNS says about it; only the crawler's operator decides what forward
 * DNS says about the name.
 */
async function verify(server: NameServer, { hosts }: CrawlerRule, logged: string): Promise<Verdict> {
  const address = normalizeAddress(logged)
  if (!isPublic(address)) return 'not verified'
  // `reverse` would take a failure of DNS for its word that there's no name.
  const names = await recordsOf(server.resolvePtr(reverseName(address)))
  if (names === null) return 'not verified'
  const type = isIP(address) === 4 ? 'A' : 'AAAA'
  const claimed = names.filter((name) => hosts.test(name)).slice(0, maxNames)
  const confirmed = await Promise.all(claimed.map((name) => recordsOf(server.resolve(name, type))))
  if (confirmed.some((found) => found?.map(normalizeAddress).includes(address))) return 'verified'
  return confirmed.includes(null) ? 'not verified' : 'faked'
}

/** The name for reverse DNS (RFC 1035, section 3.5; RFC 3596, section 2.5). */
function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  const digits = ipv6Groups(address).map((group) => group.toString(16).padStart(4, '0'))
  return `${[...digits.join('')].reverse().join('.')}.ip6.arpa`
}

/** The records, which may be none; null if DNS doesn't answer. */
async function recordsOf(query: Promise<string[]>): Promise<string[] | null> {
  try {
    return await query
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return code === NODATA || code === NOTFOUND ? [] : null
  }
}

/** A private address is a proxy's: `TRUSTED_PROXIES` is too small. */
function isPublic(address: string): boolean {
  return isIP(address) !== 0 && !privateAddresses.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits)
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')
