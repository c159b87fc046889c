import 'server-only'
/**
 * The one way of all lines of this process to stdout: pino's, those of the middleware (which runs in a sandbox, and
 * prints), and Next's. Neither a reader that is slow nor one that is gone holds up an answer.
 */
import { boundedWriter } from './bounded'
import { foldRepeats } from './repeats'

/** What may wait for a slow reader. Beyond it lines are dropped, and counted. */
const mostWaitingCharacters = 8 * 1024 * 1024

type LogOutput = {
  /** Stands in each record of an error. */
  buildId: string
  /** Sees each record of an error. */
  onRecord: (record: ErrorRecord) => void
}

/** From now on everything that is written to stdout goes this way. */
export function openLogOutput({ buildId, onRecord }: LogOutput): void {
  const { stdout } = process
  const put = boundedWriter(stdout, mostWaitingCharacters)
  const folded = foldRepeats((record) => put(`${JSON.stringify(record)}\n`))
  stdout.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const record = parseErrorRecord(text)
    if (record) onRecord(record)
    if (record) folded.add({ ...record, buildId })
    else put(text)
    const done = rest.find((item): item is () => void => typeof item === 'function')
    if (done) queueMicrotask(done)
    return true
  }) as typeof stdout.write
  process.on('exit', () => folded.close())
}

/** A record that has a reference: of an error, or of a page that is not there. */
export type ErrorRecord = Record<string, unknown> & { reference: string; event: string }

function parseErrorRecord(text: string): ErrorRecord | null {
  if (!text.startsWith('{') || !text.includes('"reference":')) return null
  try {
    const value = JSON.parse(text) as Partial<ErrorRecord>
    return typeof value.reference === 'string' && typeof value.event === 'string'
      ? (value as ErrorRecord)
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
