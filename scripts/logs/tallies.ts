/** How many errors came from an address, and when. */
import { getOrCreate } from './maps'

/** Times are milliseconds since 1970. The reference is the latest one that wasn't folded. */
export type Tally = { count: number; firstAt: number; lastAt: number; reference: string }

/** By address; null for all errors whose address is unknown. */
export type Tallies = Map<string | null, Tally>

type Errors = Tally & { isFolded?: boolean }

/** Adds errors to those of the same address. */
export function addToTallies(tallies: Tallies, address: string | null, errors: Errors): void {
  const tally = getOrCreate(tallies, address, () => newTally(errors.reference))
  addTo(tally, errors)
}

export function sumTallies(tallies: Tallies): Tally {
  const sum = newTally('')
  for (const tally of tallies.values()) addTo(sum, tally)
  return sum
}

/** Groups the tallies by what `about` returns for their address. */
export function splitTallies<T>(tallies: Tallies, about: (address: string | null) => T): Map<T, Tallies> {
  const parts = new Map<T, Tallies>()
  for (const [address, tally] of tallies)
    getOrCreate(parts, about(address), (): Tallies => new Map()).set(address, tally)
  return parts
}

/** Adds the count, and extends the time to that of the errors. */
export function extend(
  sum: Omit<Tally, 'reference'>,
  { count, firstAt, lastAt }: Omit<Tally, 'reference'>,
): void {
  sum.count += count
  sum.firstAt = Math.min(sum.firstAt, firstAt)
  sum.lastAt = Math.max(sum.lastAt, lastAt)
}

function addTo(tally: Tally, errors: Errors): void {
  // A folded line carries the reference of its first error, which has its own line.
  if (!errors.isFolded && errors.lastAt >= tally.lastAt) tally.reference = errors.reference
  extend(tally, errors)
}

function newTally(reference: string): Tally {
  return { count: 0, firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY, reference }
}
