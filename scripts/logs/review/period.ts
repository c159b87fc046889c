/** The time a review is about, the same length before it, and the spans of its chart. */
import ms from 'ms'

/** From `since` on and before `until`, in milliseconds since 1970. */
export type Period = { since: number; until: number }

/** What the period is compared with: the same length before it. */
export function periodBefore({ since, until }: Period): Period {
  return { since: since - (until - since), until: since }
}

/** Whether the moment is in the period. */
export function isWithin({ since, until }: Period, moment: number): boolean {
  return moment >= since && moment < until
}

/** The chart's spans: their length, and how many cover the period. They begin with it. */
export type Spans = { everyMs: number; count: number }

/** The shortest spans that people count in, at most 60 of them; longer ones for years. */
export function spansOf({ since, until }: Period): Spans {
  const everyMs = lengths.find((length) => (until - since) / length <= maxSpans) ?? (until - since) / maxSpans
  return { everyMs, count: Math.max(1, Math.ceil((until - since) / everyMs)) }
}

/** The number of the span that the moment is in, from 0. */
export function spanIndex(moment: number, { since }: Period, { everyMs }: Spans): number {
  return Math.floor((moment - since) / everyMs)
}

const maxSpans = 60
const lengths = (['1m', '5m', '10m', '30m', '1h', '3h', '6h', '1d', '7d', '28d'] as const).map((span) =>
  ms(span),
)
