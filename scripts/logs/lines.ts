/** Splits a log's bytes into lines. */
import { StringDecoder } from 'node:string_decoder'

/** In characters. The server writes no longer lines; longer ones are skipped. */
const maxLineLength = 1024 * 1024

/** Reads one log, in memory bounded by `maxLineLength`. Calls `onLine` with each line, or null if it's too long. */
export function createLineReader(onLine: (line: string | null) => void) {
  const decoder = new StringDecoder('utf8')
  const buffer = createLineBuffer()

  function read(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      buffer.add(text.slice(start, end))
      onLine(buffer.take())
      start = end + 1
    }
    buffer.add(text.slice(start))
  }

  return {
    read: (chunk: Buffer) => read(decoder.write(chunk)),
    end() {
      read(decoder.end())
      if (!buffer.isEmpty()) onLine(buffer.take())
    },
  }
}

/**
 * Joins the pieces of a line, without NULs before it: after logrotate's `copytruncate`, a writer that doesn't append
 * leaves as many as it had written. `take` returns null if the line got too long.
 */
export function createLineBuffer() {
  let line: string | null = ''
  return {
    add(text: string) {
      const piece = line === '' ? text.replace(/^\0+/, '') : text
      line = line === null || line.length + piece.length > maxLineLength ? null : line + piece
    },
    take() {
      const taken = line
      line = ''
      return taken
    },
    isEmpty: () => line === '',
  }
}
