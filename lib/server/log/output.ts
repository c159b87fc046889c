import 'server-only'
/**
 * The one way of all lines of this process to stdout: pino's, those of the middleware (which runs in a sandbox, and
 * prints), and Next's. Neither a reader that is slow nor one that is gone holds up an answer.
 */
import { siteConfig } from '@/lib/config/config'
import { isLogged, logRecord, printable, ruleOf } from '@/lib/log/record'
import { boundedWriter } from './bounded'
import { wordsOf } from './console'
import { foldRepeats, type LoggedRecord } from './repeats'

/** What may wait for a slow reader. Beyond it lines are dropped, and counted. */
const mostWaitingCharacters = 8 * 1024 * 1024

type LogOutput = {
  /** Stands in each record of an error. */
  buildId: string
  /** Sees each record of an error. */
  onRecord: (record: ErrorRecord) => void
}

/**
 * From now on everything that is written to stdout goes this way. What is no record becomes one, but for the person in
 * front of `next dev`. Here alone what anybody has put into a line is kept from doing something to its reader.
 */
export function openLogOutput({ buildId, onRecord }: LogOutput): void {
  const { stdout } = process
  const { isDevelopment, logLevel } = siteConfig()
  const put = boundedWriter(stdout, mostWaitingCharacters)
  const folded = foldRepeats((record) => put(`${printable(JSON.stringify(record))}\n`))

  function take(text: string): void {
    const record = parseRecord(text)
    if (record && isOfError(record)) onRecord(record)
    if (record) folded.add(isOfError(record) ? { ...record, buildId } : record)
    else if (isDevelopment) put(text)
    else takePrinted(text)
  }

  function takePrinted(text: string): void {
    const message = wordsOf(text)
    if (message !== '' && isLogged('info', logLevel))
      folded.add(logRecord('info', 'console.printed', { message }))
  }

  stdout.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
    const done = rest.find((item): item is () => void => typeof item === 'function')
    if (done) queueMicrotask(done)
    return true
  }) as typeof stdout.write
  process.on('exit', () => folded.close())
}

/** A record that has a reference: of an error, or of a page that is not there. */
type ErrorRecord = LoggedRecord & { reference: string }

function isOfError(record: LoggedRecord): record is ErrorRecord {
  return typeof record.reference === 'string'
}

function parseRecord(text: string): LoggedRecord | null {
  if (!text.startsWith('{')) return null
  try {
    const value = JSON.parse(text) as Partial<LoggedRecord>
    return ruleOf(value.event) ? (value as LoggedRecord) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
