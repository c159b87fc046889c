/** How many errors came from an address, and when. */

/** Times are milliseconds since 1970. The reference is the latest one that wasn't folded. */
export type Tally = { count: number; firstAt: number; lastAt: number; reference: string }

/** By address; null for all whose address isn't known. */
export type Tallies = Map<string | null, Tally>

type Errors = Tally & { isFolded?: boolean }

/** Adds errors to those of the same address. */
export function addToTallies(spans: Tallies, address: string | null, errors: Errors): void {
  const span = spans.get(address)
  if (span) addTo(span, errors)
  else spans.set(address, spanOf(errors))
}

/** Adds up all of them, of which there must be one. */
export function sumTallies(spans: Tallies): Tally {
  const [first, ...rest] = [...spans.values()]
  if (!first) throw new Error('no errors to add up')
  const sum = spanOf(first)
  for (const span of rest) addTo(sum, span)
  return sum
}

/** Sorts them by what is said about their address. */
export function splitTallies<T>(spans: Tallies, about: (address: string | null) => T): Map<T, Tallies> {
  const parts = new Map<T, Tallies>()
  for (const [address, span] of spans) {
    const key = about(address)
    const part = parts.get(key) ?? new Map()
    parts.set(key, part.set(address, span))
  }
  return parts
}

/** Counts errors in, and widens the time to theirs. */
export function extend(
  sum: Omit<Tally, 'reference'>,
  { count, firstAt, lastAt }: Omit<Tally, 'reference'>,
): void {
  sum.count += count
  sum.firstAt = Math.min(sum.firstAt, firstAt)
  sum.lastAt = Math.max(sum.lastAt, lastAt)
}

function addTo(span: Tally, errors: Errors): void {
  // A folded line carries the reference of its first error, which has its own line.
  if (!errors.isFolded && errors.lastAt >= span.lastAt) span.reference = errors.reference
  extend(span, errors)
}

function spanOf({ count, firstAt, lastAt, reference }: Tally): Tally {
  return { count, firstAt, lastAt, reference }
}
