/** How many errors came from an address, and when. */

/** Times are milliseconds since 1970. The reference is the latest one that wasn't folded. */
export type Span = { count: number; firstAt: number; lastAt: number; reference: string }

/** By address; null for all whose address isn't known. */
export type Spans = Map<string | null, Span>

type Errors = Span & { isFolded?: boolean }

/** Adds errors to those of the same address. */
export function addToSpans(spans: Spans, address: string | null, errors: Errors): void {
  const span = spans.get(address)
  if (span) addTo(span, errors)
  else spans.set(address, spanOf(errors))
}

/** Adds up all of them, of which there must be one. */
export function joinSpans(spans: Spans): Span {
  const [first, ...rest] = [...spans.values()]
  if (!first) throw new Error('no errors to add up')
  const sum = spanOf(first)
  for (const span of rest) addTo(sum, span)
  return sum
}

/** Sorts them by what is said about their address. */
export function splitSpans<T>(spans: Spans, about: (address: string | null) => T): Map<T, Spans> {
  const parts = new Map<T, Spans>()
  for (const [address, span] of spans) {
    const key = about(address)
    const part = parts.get(key) ?? new Map()
    parts.set(key, part.set(address, span))
  }
  return parts
}

/** Counts errors in, and widens the time to theirs. */
export function extend(
  sum: Omit<Span, 'reference'>,
  { count, firstAt, lastAt }: Omit<Span, 'reference'>,
): void {
  sum.count += count
  sum.firstAt = Math.min(sum.firstAt, firstAt)
  sum.lastAt = Math.max(sum.lastAt, lastAt)
}

function addTo(span: Span, errors: Errors): void {
  // A folded line carries the reference of its first error, which has its own line.
  if (!errors.isFolded && errors.lastAt >= span.lastAt) span.reference = errors.reference
  extend(span, errors)
}

function spanOf({ count, firstAt, lastAt, reference }: Span): Span {
  return { count, firstAt, lastAt, reference }
}
