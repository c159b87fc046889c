import 'server-only'
import { format } from 'node:util'
import type { LogLevel } from '@/lib/log/record'
import { scrub } from '@/lib/log/scrub'
import { currentRequestId, log } from '@/lib/server/log/log'
import { currentRequest } from './requests'

/**
 * Turns console output, such as Next's, into log records, so every stdout line is one. Errors go to `onError` shortly
 * after their request ends, as most are also reported with it.
 */
export function captureConsole(onError: (error: unknown) => void): void {
  const printAs =
    (level: LogLevel) =>
    (...printed: unknown[]): void => {
      const errors = printed.filter(isError)
      for (const error of errors) afterRequest(error, () => onError(error))
      const message = errors.length === 0 ? withoutColours(format(...printed)) : ''
      if (message === '') return
      const requestId = currentRequestId()
      log(level, 'console.printed', { ...(requestId ? { requestId } : {}), message: scrub(message) })
    }
  console.debug = printAs('debug')
  console.log = printAs('info')
  console.info = printAs('info')
  console.warn = printAs('warn')
  console.error = printAs('error')
}

/** Also stores the first error with its request: it's the cause of those that follow. */
function afterRequest(error: unknown, report: () => void): void {
  const reportSoon = () => setTimeout(report, reportDelayMs).unref()
  const request = currentRequest()
  if (request) {
    request.printedError ??= error
    // Until the response ends, it may still report the error itself.
    request.response.once('close', reportSoon)
  } else reportSoon()
}

const reportDelayMs = 500

function isError(value: unknown): boolean {
  return value instanceof Error || (typeof value === 'object' && value !== null && 'stack' in value)
}

function withoutColours(printed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return printed.replace(/\u001b\[[\d;]*m/g, '').trim()
}
