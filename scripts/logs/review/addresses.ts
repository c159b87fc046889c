/** Missing pages, and the links that lead to them, in bounded memory. */
import type { ErrorRecord } from '../../../lib/log/error-line'
import { getOrCreate, removeRare } from '../maps'
import { addTo, byCount, type Counted, maxCounted, newCounted } from './counted'
import { groupingKey } from './fingerprint'
import { isWithin, type Period, periodBefore } from './period'

/** An address without a page. */
export type MissingAddress = Counted & {
  path: string
  /** Pages of this site that link to it, and how often the link was followed. */
  ownPages: Map<string, number>
  /** Other sites that do. */
  otherSites: Map<string, number>
}

/**
 * Counts requests for unknown addresses. At twice `maxCounted`, half are forgotten: those without a link first,
 * then those with the fewest requests.
 */
export function createAddresses(period: Period) {
  const addresses = new Map<string, MissingAddress>()
  const all = { count: 0, before: 0 }

  /** Returns the requested address. */
  function add(record: ErrorRecord): MissingAddress {
    const key = groupingKey(record)
    const address = getOrCreate(addresses, key, () => ({
      ...newCounted(key, record),
      ...{ path: record.path ?? '-', ownPages: new Map(), otherSites: new Map() },
    }))
    if (isWithin(periodBefore(period), record.lastAt)) all.before += record.count
    if (addTo(address, record, period)) {
      all.count += record.count
      addLink(address, record)
    }
    removeRare(addresses, maxCounted, (a, b) => rank(b) - rank(a) || byCount(a, b))
    return address
  }

  return { add, all, list: (): MissingAddress[] => [...addresses.values()] }
}

/** 2 with a link from the site itself, 1 with one from another site. */
function rank({ ownPages, otherSites }: MissingAddress): number {
  return ownPages.size > 0 ? 2 : otherSites.size > 0 ? 1 : 0
}

function addLink({ ownPages, otherSites }: MissingAddress, { count, referrer, path }: ErrorRecord): void {
  // Scanners often claim to come from the address itself.
  if (referrer === null || referrer === path) return
  const links = referrer.startsWith('/') ? ownPages : otherSites
  if (links.size < maxLinks || links.has(referrer)) links.set(referrer, (links.get(referrer) ?? 0) + count)
}

/** Anyone can claim to come from anywhere. */
const maxLinks = 5
