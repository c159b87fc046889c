/** Tells crawlers from those who only use their name. Asks DNS and the crawlers' operators, never the client. */
import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { codeOf } from '../../lib/error-code'
import { ipv6Groups } from '../../lib/http/origin'
import { type CrawlerRule, crawlerRules } from './crawlers'
import { fetchRanges } from './ranges'

/** `not verified`: there is a way, but no answer. `unknown`: the bot's operator publishes no way that we know. */
export type Verdict = 'verified' | 'faked' | 'not verified' | 'unknown'

/** An address from which so many errors came under a bot's name. */
export type Claim = { bot: string; address: string; count: number }

export type VerdictOf = (bot: string, address: string | null) => Verdict

/** Beyond that the most frequent are asked about. */
const maxAddresses = 500
const maxConcurrent = 20

/** Names of one address that are confirmed: whoever has an address can give it any number of names. */
const maxNames = 3

/** `dnsServer` replaces this machine's. */
type Options = { dnsServer?: string | null; rules?: readonly CrawlerRule[]; limitMs?: number }

/** Finds out which claims are true, within half a minute, and how many weren't asked about as there were too many. */
export async function verifyClaims(
  claims: readonly Claim[],
  { dnsServer = null, rules = crawlerRules, limitMs = 30_000 }: Options,
): Promise<{ verdictOf: VerdictOf; leftOut: number }> {
  const ruleOf = (bot: string) => rules.find(({ bots }) => bots.test(bot)) ?? null
  const keyOf = (rule: CrawlerRule, address: string) => `${rules.indexOf(rule)} ${address}`
  const questions = new Map<string, { rule: CrawlerRule; address: string; count: number }>()
  for (const { bot, address, count } of claims) {
    const rule = ruleOf(bot)
    if (!rule || !isPublic(address)) continue
    const known = questions.get(keyOf(rule, address))
    if (known) known.count += count
    else questions.set(keyOf(rule, address), { rule, address, count })
  }
  const mostFrequent = [...questions].sort(([, a], [, b]) => b.count - a.count).slice(0, maxAddresses)
  const verdicts = new Map<string, Verdict>()
  const verifier = createVerifier(dnsServer, limitMs)
  const work = async () => {
    for (let next = mostFrequent.shift(); next && !verifier.isOver(); next = mostFrequent.shift()) {
      const [key, { rule, address }] = next
      verdicts.set(key, await verifier.ask(rule, address))
    }
  }
  const leftOut = questions.size - mostFrequent.length
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  verifier.close()
  const verdictOf: VerdictOf = (bot, address) => {
    const rule = ruleOf(bot)
    if (!rule) return 'unknown'
    return (address !== null && verdicts.get(keyOf(rule, address))) || 'not verified'
  }
  return { verdictOf, leftOut }
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

function createVerifier(dnsServer: string | null, limitMs: number) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (dnsServer) resolver.setServers([dnsServer])
  const rangesOf = new Map<string, Promise<BlockList | null>>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, limitMs)

  async function ask(rule: CrawlerRule, address: string): Promise<Verdict> {
    if ('hosts' in rule) return verifyByDns(resolver, rule.hosts, address)
    const asked = rangesOf.get(rule.ranges) ?? fetchRanges(rule.ranges)
    rangesOf.set(rule.ranges, asked)
    const ranges = await asked
    if (ranges === null) return 'not verified'
    return contains(ranges, address) ? 'verified' : 'faked'
  }

  return { ask, isOver: () => isOver, close: () => clearTimeout(timer) }
}

/** The name that reverse DNS gives is the word of whoever has the address; only forward DNS is the crawler's operator's. */
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

/** What an address is called in DNS (RFC 1035, section 3.5; RFC 3596, section 2.5). */
function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  const digits = ipv6Groups(address).map((group) => group.toString(16).padStart(4, '0'))
  return `${[...digits.join('')].reverse().join('.')}.ip6.arpa`
}

/** What DNS has, which may be nothing; null if it doesn't answer. */
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
 * No crawler comes from a private address: it is a proxy's, and `TRUSTED_PROXIES` is too small. Nor from one with a zone or of
 * IPv4 written as IPv6, which DNS knows nothing about.
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
