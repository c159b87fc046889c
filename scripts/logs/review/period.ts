/** The period of a review, the one before it, and the spans of its chart. */
import ms from 'ms'

/** From `since` on and before `until`, in milliseconds since 1970. */
export type Period = { since: number; until: number }

/** The period to compare with, of the same length. */
export function periodBefore({ since, until }: Period): Period {
  return { since: since - (until - since), until: since }
}

export function isWithin({ since, until }: Period, moment: number): boolean {
  return moment >= since && moment < until
}

/** The chart's spans: their length, and how many cover the period from its start. */
export type Spans = { everyMs: number; count: number }

/** At most 60 spans of the shortest usual length. */
export function spansOf({ since, until }: Period): Spans {
  const everyMs = lengths.find((length) => (until - since) / length <= maxSpans) ?? (until - since) / maxSpans
  return { everyMs, count: Math.max(1, Math.ceil((until - since) / everyMs)) }
}

export function spanIndex(moment: number, { since }: Period, { everyMs }: Spans): number {
  return Math.floor((moment - since) / everyMs)
}

const maxSpans = 60
const lengths = (['1m', '5m', '10m', '30m', '1h', '3h', '6h', '1d', '7d', '28d'] as const).map((span) =>
  ms(span),
)
