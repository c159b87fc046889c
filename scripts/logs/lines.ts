/** Splits a log's bytes into lines. */
import { StringDecoder } from 'node:string_decoder'

/** In characters. The server writes no longer lines; longer ones are skipped. */
const maxLineLength = 1024 * 1024

/** Gets each line, or null if it's too long, and its number, from 1. */
export type OnLine = (line: string | null, number: number) => void

/** Reads one log, in memory bounded by `maxLineLength`. */
export function createLineReader(takeLine: OnLine) {
  const decoder = new StringDecoder('utf8')
  const pieces = createLineBuffer()
  let number = 1

  function read(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      pieces.add(text.slice(start, end))
      takeLine(pieces.take(), number++)
      start = end + 1
    }
    pieces.add(text.slice(start))
  }

  return {
    read: (chunk: Buffer) => read(decoder.write(chunk)),
    end() {
      read(decoder.end())
      if (!pieces.isEmpty()) takeLine(pieces.take(), number)
    },
  }
}

/** Joins the pieces of a line. `take` returns null if it got too long. */
export function createLineBuffer() {
  let line: string | null = ''
  return {
    add(piece: string) {
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
