/** Counts similar errors together, in bounded memory. */
import { addressBlock } from '../../lib/http/origin'
import type { ErrorRecord } from '../../lib/log/error-line'
import { getOrCreate, removeRare } from './maps'
import { createScanDetector } from './scan-detector'
import { addToTallies, extend, splitTallies, sumTallies, type Tallies, type Tally } from './tallies'
import type { Claim, Verdict, VerdictOf } from './verify'

/**
 * Errors with the same event, status, path, bot, name and message, or those of one scan. The reference is the
 * latest one that wasn't folded.
 */
export type Group = Omit<
  ErrorRecord,
  'references' | 'isFolded' | 'rendered' | 'clientAddress' | 'referrer'
> & {
  /** The client, and how many different missing pages it requested, or at least that many. */
  scan?: { clientAddress: string; paths: number; hasMorePaths: boolean }
  /** Only when verifying: whether the bot is what it claims to be, and the known addresses it came from. */
  verdict?: Verdict
  clientAddresses?: string[]
}

/** The rest of a status's errors, summed up because there were too many different ones. */
export type Others = Pick<Group, 'count' | 'firstAt' | 'lastAt' | 'status'>

/** How many groups are kept when there are too many. */
export const maxGroups = 2_000

/** How many addresses are told apart in all groups, and how many paths in one scan and in all. */
const maxTallies = 20_000
const maxPathsOfScan = 200
const maxPaths = 20_000

type Entry = { group: Group; count: number; tallies: Tallies; paths: Set<string> }

/**
 * Counts errors in groups, a scan as one. At twice `maxGroups`, half are summed up: unknown paths first, as
 * anyone can make up any number of them, then those with the fewest errors. `byAddress` remembers where all
 * bots came from; `scansApart` counts each path of a scan separately.
 */
export function createGroups({ byAddress = false, scansApart = false } = {}) {
  const scans = createScanDetector()
  const entries = new Map<string, Entry>()
  const others = new Map<number | null, Others>()
  const kept = { tallies: 0, paths: 0 }

  function add(record: ErrorRecord): void {
    const address = record.bot === null ? null : record.clientAddress
    const isScannable = address !== null && record.status === 404 && !scansApart
    const scan = isScannable ? scanOf(record, address) : null
    if (scan) addToScan(scan, record, record.path)
    else addTo(entryOf(keyOf(record), record), isScannable || byAddress ? address : null, record)
    for (const entry of removeRare(entries, maxGroups, commonFirst)) addToOthers(entry)
  }

  function entryOf(key: string, record: ErrorRecord): Entry {
    const create = () => ({ group: newGroup(record), count: 0, tallies: new Map(), paths: new Set<string>() })
    return getOrCreate(entries, key, create)
  }

  /** The scan that this missing page belongs to, with the client's earlier requests; null if there's none. */
  function scanOf(record: ErrorRecord, address: string): Entry | null {
    const client = addressBlock(address)
    const key = `scan\0${client}`
    const known = entries.get(key)
    if (known) return known
    const page = { path: record.path ?? '', at: record.lastAt, groupKey: keyOf(record), address }
    const pages = scans.add(client, page, record.isFolded && record.path === various)
    if (!pages) return null
    const entry = entryOf(key, { ...record, path: various, route: null })
    entry.group.scan = { clientAddress: address, paths: 0, hasMorePaths: false }
    for (const { path, groupKey, address } of pages) {
      const from = entries.get(groupKey)
      const tally = from?.tallies.get(address)
      if (!from || !tally) continue
      addToScan(entry, { ...tally, bot: from.group.bot }, path)
      from.count -= tally.count
      from.tallies.delete(address)
      kept.tallies -= 1
      if (from.tallies.size === 0) entries.delete(groupKey)
    }
    return entry
  }

  function addToScan(entry: Entry, errors: Tally & { bot: string | null }, path: string | null): void {
    const { group, paths } = entry
    if (!group.scan) return
    addTo(entry, group.scan.clientAddress, errors)
    if (errors.bot !== group.bot) Object.assign(group, { bot: various, botKind: null })
    const isKept = path !== null && path !== various && paths.size < maxPathsOfScan && kept.paths < maxPaths
    if (isKept && !paths.has(path)) kept.paths += 1
    if (isKept) paths.add(path)
    group.scan.hasMorePaths ||= !isKept && !paths.has(path ?? '')
    group.scan.paths = paths.size
  }

  function addTo(entry: Entry, address: string | null, errors: Tally & { isFolded?: boolean }): void {
    const isKept = entry.tallies.has(address) || kept.tallies < maxTallies
    const sizeBefore = entry.tallies.size
    addToTallies(entry.tallies, isKept ? address : null, errors)
    kept.tallies += entry.tallies.size - sizeBefore
    entry.count += errors.count
  }

  function addToOthers({ group: { status }, tallies, paths }: Entry): void {
    kept.tallies -= tallies.size
    kept.paths -= paths.size
    const { count, firstAt, lastAt } = sumTallies(tallies)
    const sum = others.get(status)
    if (sum) extend(sum, { count, firstAt, lastAt })
    else others.set(status, { count, firstAt, lastAt, status })
  }

  /** Which bots came from which addresses. */
  function claims(): Claim[] {
    return [...entries.values()].flatMap(({ group: { bot }, tallies }) =>
      [...tallies].flatMap(([address, { count }]) =>
        bot === null || address === null ? [] : { bot, address, count },
      ),
    )
  }

  /** Unsorted. Each error is counted once, in `groups` or in `others`. With verdicts, each bot's group has one. */
  function list(verdictOf: VerdictOf | null = null) {
    const groups = [...entries.values()].flatMap(({ group, tallies }): Group[] => {
      const { bot } = group
      if (!verdictOf || bot === null) return [{ ...group, ...sumTallies(tallies) }]
      const parts = splitTallies(tallies, (address) => verdictOf(bot, address))
      return [...parts].map(([verdict, part]) => {
        const clientAddresses = [...part.keys()].flatMap((address) => address ?? [])
        return { ...group, ...sumTallies(part), verdict, clientAddresses }
      })
    })
    return { groups, others: [...others.values()] }
  }

  return { add, claims, list }
}

function keyOf({ event, status, path, route, place, bot, name, message }: ErrorRecord): string {
  return [status, event, path ?? route ?? place, bot, name, message].join('\0')
}

function newGroup({ references, isFolded, rendered, clientAddress, referrer, ...group }: ErrorRecord): Group {
  return group
}

/** The server's word for several values in one line: a sum of one client's missing pages is a scan. */
const various = '(various)'

function commonFirst(a: Entry, b: Entry): number {
  return Number(isUnknownPath(a)) - Number(isUnknownPath(b)) || b.count - a.count
}

function isUnknownPath({ group: { event } }: Entry): boolean {
  return event.startsWith('route.unknown')
}
