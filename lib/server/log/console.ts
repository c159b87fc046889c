import 'server-only'
/** What is printed on the console, as Next does with errors, becomes records of the log. */
import { format } from 'node:util'
import { scrub } from '@/lib/errors/errors'
import { log } from './log'

type Print = typeof console.error

/**
 * From now on errors that are printed go to `onError`, a moment later: most of them are reported with their request
 * at the same time, and need not be said twice. Other words that are printed as errors or warnings become records.
 */
export function takeConsole(onError: (error: unknown) => void): void {
  const taken =
    (level: 'error' | 'warn'): Print =>
    (...printed: unknown[]) => {
      const errors = printed.filter(isError)
      for (const error of errors) setTimeout(() => onError(error), askedLaterMs).unref()
      if (errors.length === 0) log(level, 'console.printed', { message: wordsOf(format(...printed)) })
    }
  console.error = taken('error')
  console.warn = taken('warn')
}

const askedLaterMs = 500

function isError(value: unknown): boolean {
  return value instanceof Error || (typeof value === 'object' && value !== null && 'stack' in value)
}

/** What was printed, without secrets and the colours of a terminal. */
export function wordsOf(printed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return scrub(printed.replace(/\u001b\[[\d;]*m/g, '').trim())
}
