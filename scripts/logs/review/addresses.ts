/** Addresses where nothing is, and the links that lead there, in bounded memory. */
import type { ErrorRecord } from '../../../lib/log/error-line'
import { fingerprintOf, groupingKey } from './fingerprint'
import { isWithin, type Period, periodBefore } from './period'

/** An address where nothing is. */
export type MissingAddress = {
  fingerprint: string
  path: string
  /** In the period. */
  count: number
  people: number
  /** In the period before. */
  before: number
  firstAt: number
  lastAt: number
  /** Pages of this site that link to it, and how often the link was followed. */
  ownPages: Map<string, number>
  /** Other sites that do. */
  otherSites: Map<string, number>
}

/** How many addresses are kept when there are too many. */
export const maxAddresses = 2_000

/**
 * Counts requests for unknown addresses. At twice `maxAddresses`, half are forgotten: those without a link first, then those with
 * the fewest requests.
 */
export function createAddresses(period: Period) {
  let addresses = new Map<string, MissingAddress>()
  const before = periodBefore(period)
  const all = { count: 0, before: 0 }

  /** Returns the address that was asked for. */
  function add(record: ErrorRecord): MissingAddress {
    const key = groupingKey(record)
    const address = addresses.get(key) ?? newAddress(key, record)
    addresses.set(key, address)
    address.firstAt = Math.min(address.firstAt, record.firstAt)
    address.lastAt = Math.max(address.lastAt, record.lastAt)
    if (isWithin(before, record.lastAt)) {
      address.before += record.count
      all.before += record.count
    } else if (isWithin(period, record.lastAt)) {
      all.count += record.count
      addCurrent(address, record)
    }
    if (addresses.size >= maxAddresses * 2) forgetRareOnes()
    return address
  }

  function forgetRareOnes(): void {
    const commonFirst = [...addresses].sort(([, a], [, b]) => rank(b) - rank(a) || weight(b) - weight(a))
    addresses = new Map(commonFirst.slice(0, maxAddresses))
  }

  return { add, all, list: (): MissingAddress[] => [...addresses.values()] }
}

/** 2 with a link from the site itself, 1 with one from another site. */
function rank({ ownPages, otherSites }: MissingAddress): number {
  return ownPages.size > 0 ? 2 : otherSites.size > 0 ? 1 : 0
}

function weight({ count, before }: MissingAddress): number {
  return count + before
}

function newAddress(key: string, { path, firstAt, lastAt }: ErrorRecord): MissingAddress {
  return {
    ...{
      fingerprint: fingerprintOf(key),
      path: path ?? '-',
      count: 0,
      people: 0,
      before: 0,
      firstAt,
      lastAt,
    },
    ...{ ownPages: new Map(), otherSites: new Map() },
  }
}

function addCurrent(address: MissingAddress, { count, bot, referrer, path }: ErrorRecord): void {
  address.count += count
  if (bot === null) address.people += count
  // Scanners often claim to come from the address itself.
  if (referrer === null || referrer === path) return
  const links = referrer.startsWith('/') ? address.ownPages : address.otherSites
  if (links.size < maxLinks || links.has(referrer)) links.set(referrer, (links.get(referrer) ?? 0) + count)
}

/** Anybody can claim to come from anywhere. */
const maxLinks = 5
