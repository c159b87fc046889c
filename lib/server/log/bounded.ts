import 'server-only'
import type { Writable } from 'node:stream'
import { logRecord } from '@/lib/log/record'

const tellDroppedEveryMs = 1_000

/**
 * Writes to a stream without ever waiting for its reader. While more than `mostWaiting` characters wait, lines are
 * dropped; how many is the first that is written when there is room again.
 */
export function boundedWriter(stream: Writable, mostWaiting: number): (text: string) => void {
  const write = stream.write.bind(stream)
  let dropped = 0

  function put(text: string): void {
    if (stream.writableLength > mostWaiting) dropped += text.split('\n').length - 1
    else write(text)
  }

  function tellDropped(): void {
    if (dropped === 0 || stream.writableLength > mostWaiting / 2) return
    const count = dropped
    dropped = 0
    put(`${JSON.stringify(logRecord('warn', 'log.dropped', { count }))}\n`)
  }

  setInterval(tellDropped, tellDroppedEveryMs).unref()
  // A reader that has gone, as of `npm start | head`, takes its log with it, not the site.
  stream.on('error', () => undefined)
  return put
}
