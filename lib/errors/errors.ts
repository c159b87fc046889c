/** Errors as the log keeps them: all that helps to find the cause, and nothing of what a visitor typed or may do. */
import type { ErrorFacts } from '@/lib/log/record'
import { scrub } from '@/lib/log/scrub'

export type DescribedError = ErrorFacts & {
  /** What led to it, nearest first. */
  causes: ErrorFacts[]
  /** Next's mark of an error that it hides from the browser. */
  digest?: string
}

/** Where an error happened: in Next's words for the server (`onRequestError`), and two more. */
export type ErrorPlace = 'render' | 'route' | 'action' | 'middleware' | 'process' | 'browser'

/** The metric of the `Server-Timing` header in which the browser finds the reference of an answer. */
export const referenceMetric = 'reference'

/** Describes whatever was thrown, at most five errors of its chain, each without secrets and of bounded length. */
export function describeError(thrown: unknown): DescribedError {
  const chain = causesOf(thrown)
  const [first = { name: 'unknown', message: '', stack: '' }, ...causes] = chain.map(describeOne)
  const digest = scrub(fieldOf(thrown, 'digest'), longestName)
  return { ...first, causes, ...(digest ? { digest } : {}) }
}

/** What an error page shows and the log has: the beginning of the request's id, short enough to be read aloud. */
export function referenceOf(requestId: string): string {
  return requestId.slice(0, 13)
}

/** A reference for what happened outside of a request. */
export function newReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(6))
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** A reference as it comes from outside, or null. */
export function parseReference(value: unknown): string | null {
  return typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}$/.test(value) ? value : null
}

const mostErrors = 5
const longestName = 100
const longestMessage = 1_000
const longestStack = 4_000

function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = []
  let next: unknown = thrown
  while (next !== undefined && next !== null && chain.length < mostErrors && !chain.includes(next)) {
    chain.push(next)
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined
  }
  return chain
}

function describeOne(thrown: unknown): ErrorFacts {
  if (typeof thrown !== 'object') return { name: typeof thrown, message: scrub(String(thrown)), stack: '' }
  return {
    name: scrub(fieldOf(thrown, 'name'), longestName) || 'unknown',
    message: scrub(fieldOf(thrown, 'message'), longestMessage),
    stack: scrub(fieldOf(thrown, 'stack'), longestStack),
  }
}

/** By its field, not by its class: Next loads modules more than once. */
function fieldOf(thrown: unknown, field: string): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  const value: unknown = Reflect.get(thrown, field)
  return typeof value === 'string' ? value : ''
}
