/** A request's W3C trace context (https://www.w3.org/TR/trace-context/). */

/** A valid `traceparent`, of a later version the first four parts; null for anything else, such as two joined headers. */
export function parseTraceparent(header: unknown): string | null {
  if (typeof header !== 'string') return null
  const [known] = parts.exec(header) ?? []
  if (known === undefined) return null
  const isFirstVersion = known.startsWith('00-')
  return isFirstVersion && header.length > known.length ? null : known
}

/** The IDs in a valid `traceparent`. */
export function describeTrace(traceparent: string): { traceId: string; spanId: string; isSampled: boolean } {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Neither ID may be all zeros, and version `ff` is invalid. */
const parts = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/
