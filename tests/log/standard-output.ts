/** What leaves the process on stdout, for tests of the log: captured, with the time in the test's hand. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { captureConsole } from '@/lib/server/http/console'
import { repeatWindowMs } from '@/lib/server/log/deduplicate'

/** Captures stdout and the console in this file's tests; each begins with nothing written, and writes what was folded. */
export function captureOutput() {
  const { write } = process.stdout
  const { debug, log, info, warn, error } = console
  let text = ''

  beforeAll(() => {
    process.stdout.write = ((chunk: string) => {
      text += chunk
      return true
    }) as typeof process.stdout.write
    captureConsole(() => undefined)
  })
  afterAll(() => {
    process.stdout.write = write
    Object.assign(console, { debug, log, info, warn, error })
  })
  beforeEach(() => {
    vi.useFakeTimers()
    text = ''
  })
  afterEach(() => {
    vi.advanceTimersByTime(repeatWindowMs)
    vi.useRealTimers()
  })

  const lines = () => text.split('\n').slice(0, -1)
  return {
    text: () => text,
    lines,
    records: (): Record<string, unknown>[] => lines().map((line) => JSON.parse(line)),
    clear() {
      text = ''
    },
  }
}
