import 'server-only'
import { codeOf } from '@/lib/error-code'
/** What goes wrong with a database, told apart by codes. */

/** The database cannot be asked now. Says nothing about what the answer would be. */
export function databaseUnavailable(cause: unknown): Error {
  return Object.assign(new Error('The database cannot be reached', { cause }), { name: unavailable })
}

/** Told by the name: Next loads this file more than once per process, so there is more than one of any class. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === unavailable
}

/** For `catch` on a query: what to go on with while the database can't be asked. Other errors are thrown on. */
export function whenUnavailable<const T>(value: T) {
  return (error: unknown): T => {
    if (isDatabaseUnavailable(error)) return value
    throw error
  }
}

/** What only a person can fix, in words for that person: at the start, in a backup or a restore. */
export function refusal(problem: string): Error {
  return Object.assign(new Error(problem), { name: refused })
}

export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === refused
}

/**
 * The driver's own error. Drizzle's wrapper has the values of the query in its text, and that would be logged.
 * It is told by its fields, as Next loads Drizzle more than once per process, too.
 */
export function causeOf(error: unknown): unknown {
  const isQueryError = error instanceof Error && 'query' in error && 'params' in error
  return isQueryError ? (error.cause ?? new Error('A query failed')) : error
}

/** Whether a row was refused because a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

const unavailable = 'DatabaseUnavailable'
const refused = 'DatabaseRefused'
