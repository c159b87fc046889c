/** Errors as the log has them: all that helps to find the cause, without user input and secrets. */
import type { ErrorFacts } from '@/lib/log/record'
import { scrub } from '@/lib/log/scrub'

export type DescribedError = ErrorFacts & {
  /** The cause chain, nearest first. */
  causes: ErrorFacts[]
  /** Next's ID for an error it hides from the browser. */
  digest?: string
}

/** Where an error was thrown: Next's values from `onRequestError`, and `process` and `browser`. */
export type ErrorSource = 'render' | 'route' | 'action' | 'middleware' | 'process' | 'browser'

/** The `Server-Timing` metric that carries a response's reference to the browser. */
export const referenceMetric = 'reference'

/** Describes anything thrown, with its cause chain, scrubbed and truncated. */
export function describeError(thrown: unknown): DescribedError {
  const chain = causeChain(thrown)
  const [first = { name: 'unknown', message: '', stack: '' }, ...causes] = chain.map(describeOne)
  const digest = scrub(fieldOf(thrown, 'digest'), maxNameLength)
  return { ...first, causes, ...(digest ? { digest } : {}) }
}

/** A request's reference, for error pages and the log: a prefix of its ID, short enough to read aloud. */
export function referenceOf(requestId: string): string {
  return requestId.slice(0, 13)
}

/** A reference for an error outside any request. */
export function newReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(6))
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** Parses untrusted input; null if it isn't a reference. */
export function parseReference(value: unknown): string | null {
  return typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}$/.test(value) ? value : null
}

const maxChainLength = 5
const maxNameLength = 100
const maxMessageLength = 1_000
const maxStackLength = 4_000

function causeChain(thrown: unknown): unknown[] {
  const chain: unknown[] = []
  let next: unknown = thrown
  while (next !== undefined && next !== null && chain.length < maxChainLength && !chain.includes(next)) {
    chain.push(next)
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined
  }
  return chain
}

function describeOne(thrown: unknown): ErrorFacts {
  if (typeof thrown !== 'object') return { name: typeof thrown, message: scrub(String(thrown)), stack: '' }
  return {
    name: scrub(fieldOf(thrown, 'name'), maxNameLength) || 'unknown',
    message: scrub(fieldOf(thrown, 'message'), maxMessageLength),
    // Half a frame would be named wrong.
    stack: scrub(fieldOf(thrown, 'stack'), maxStackLength).replace(/\n.*…$/, '\n…'),
  }
}

/** Without `instanceof`, as Next loads modules more than once. */
function fieldOf(thrown: unknown, field: string): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  const value: unknown = Reflect.get(thrown, field)
  return typeof value === 'string' ? value : ''
}
