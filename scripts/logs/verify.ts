/** Tells crawlers from clients that only use their name. Queries DNS and the crawlers' operators, never the client. */
import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { codeOf } from '../../lib/error-code'
import { ipv6Groups } from '../../lib/http/origin'
import { type CrawlerRule, crawlerRules } from './crawlers'
import { getOrCreate } from './maps'
import { fetchRanges } from './ranges'

/** `not verified`: nothing answered. `unknown`: the bot's operator publishes no way that Foyer knows. */
export type Verdict = 'verified' | 'faked' | 'not verified' | 'unknown'

/** The number of errors from an address under a bot's name. */
export type Claim = { bot: string; address: string; count: number }

export type VerdictOf = (bot: string, address: string | null) => Verdict

/** Of more addresses, the most frequent are verified. */
const maxAddresses = 500
const maxConcurrent = 20

/** Names of one address that are confirmed: the owner of an address can give it any number of names. */
const maxNames = 3

/** `dnsServer` replaces this machine's. */
type Options = { dnsServer?: string | null; rules?: readonly CrawlerRule[]; limitMs?: number }

type Check = { rule: CrawlerRule; address: string; count: number; verdict: Verdict }

/** Verifies the claims within half a minute. `leftOut` is the number of addresses beyond the maximum. */
export async function verifyClaims(
  claims: readonly Claim[],
  { dnsServer = null, rules = crawlerRules, limitMs = 30_000 }: Options,
): Promise<{ verdictOf: VerdictOf; leftOut: number }> {
  const ruleOf = (bot: string) => rules.find(({ bots }) => bots.test(bot)) ?? null
  const keyOf = (rule: CrawlerRule, address: string | null) => `${rules.indexOf(rule)} ${address}`
  const checks = new Map<string, Check>()
  for (const { bot, address, count } of claims) {
    const rule = ruleOf(bot)
    if (!rule || !isPublic(address)) continue
    const newCheck = (): Check => ({ rule, address, count: 0, verdict: 'not verified' })
    getOrCreate(checks, keyOf(rule, address), newCheck).count += count
  }
  const mostFrequent = [...checks.values()].sort((a, b) => b.count - a.count).slice(0, maxAddresses)
  await runChecks(mostFrequent, dnsServer, limitMs)
  const verdictOf: VerdictOf = (bot, address) => {
    const rule = ruleOf(bot)
    return rule ? (checks.get(keyOf(rule, address))?.verdict ?? 'not verified') : 'unknown'
  }
  return { verdictOf, leftOut: checks.size - mostFrequent.length }
}

/** Sets the verdicts. Those without an answer in time stay. */
async function runChecks(checks: readonly Check[], dnsServer: string | null, limitMs: number): Promise<void> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServer) resolver.setServers([dnsServer])
  const rangesOf = new Map<string, Promise<BlockList | null>>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, limitMs)
  const verify = async ({ rule, address }: Check): Promise<Verdict> => {
    if ('hosts' in rule) return await verifyByDns(resolver, rule.hosts, address)
    const ranges = await getOrCreate(rangesOf, rule.ranges, () => fetchRanges(rule.ranges))
    if (ranges === null) return 'not verified'
    return contains(ranges, address) ? 'verified' : 'faked'
  }
  const left = [...checks]
  const work = async () => {
    for (let check = left.shift(); check && !isOver; check = left.shift()) check.verdict = await verify(check)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  clearTimeout(timer)
}

/** Whether the text is a DNS server's address, with or without a port. */
export function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text])
    return true
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_')) return false
    throw error
  }
}

/**
 * The owner of an address decides what reverse DNS says about it; only the crawler's operator decides what forward
 * DNS says about the name.
 */
async function verifyByDns(resolver: Resolver, hosts: RegExp, address: string): Promise<Verdict> {
  // `reverse` would take a failure of DNS for its word that there's no name.
  const names = await recordsOf(resolver.resolvePtr(reverseName(address)))
  if (names === null) return 'not verified'
  const family = isIP(address) === 4 ? 'A' : 'AAAA'
  const claimed = names.filter((name) => hosts.test(name)).slice(0, maxNames)
  const confirmed = await Promise.all(claimed.map((name) => recordsOf(resolver.resolve(name, family))))
  if (confirmed.some((found) => found !== null && contains(listOf(found), address))) return 'verified'
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

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) list.addAddress(address, familyOf(address))
  return list
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

/**
 * A private address is a proxy's: `TRUSTED_PROXIES` is too small. DNS has no records for an address with a zone, or
 * for IPv4 written as IPv6.
 */
function isPublic(address: string): boolean {
  return isIP(address) !== 0 && !/%|^::ffff:/i.test(address) && !contains(privateAddresses, address)
}

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, bits, familyOf(network))
