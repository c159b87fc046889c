import 'server-only'
/** Kinds of database errors, distinguished by codes. */
import { codeOf } from '@/lib/error-code'

/** The database is down, so the answer is unknown. */
export function databaseUnavailable(cause: unknown): Error {
  return Object.assign(new Error('The database cannot be reached', { cause }), { name: unavailable })
}

/** Checks the name: Next loads this module more than once per process, so `instanceof` would miss some. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === unavailable
}

/** The session has ended since the request came, so nothing is written. */
export function sessionEnded(): Error {
  return Object.assign(new Error('The session has ended'), { name: ended })
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof Error && error.name === ended
}

/** For a query's `catch`: continues with this value while the database is down, and rethrows other errors. */
export function whenUnavailable<const T>(value: T) {
  return (error: unknown): T => {
    if (isDatabaseUnavailable(error)) return value
    throw error
  }
}

/** Something only an administrator can fix, with a message: at startup, in a backup or a restore. */
export function adminProblem(problem: string): Error {
  return Object.assign(new Error(problem), { name: refused })
}

export function isAdminProblem(error: unknown): error is Error {
  return error instanceof Error && error.name === refused
}

/**
 * The driver's own error. Drizzle's wrapper includes the query's values in its message, which would be
 * logged. Recognized by its fields, as Next also loads Drizzle more than once per process.
 */
export function causeOf(error: unknown): unknown {
  const isQueryError = error instanceof Error && 'query' in error && 'params' in error
  return isQueryError ? (error.cause ?? new Error('A query failed')) : error
}

/** Whether a row violated a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** Whether the server canceled the statement: it ran or waited for a lock too long. */
export function isQueryCanceled(error: unknown): boolean {
  return isLockConflict(error) || codeOf(error) === '57014'
}

/** Whether another transaction's lock was in the way: lock timeout (55P03) or deadlock (40P01). */
export function isLockConflict(error: unknown): boolean {
  return ['55P03', '40P01'].includes(codeOf(error) ?? '')
}

const unavailable = 'DatabaseUnavailable'
const refused = 'DatabaseRefused'
const ended = 'SessionEnded'
