/** A log's bytes become lines. */
import { StringDecoder } from 'node:string_decoder'

/** No line that the server writes is longer. Longer ones are skipped. */
const longestLine = 1024 * 1024

/** Gets a line, or null if it is too long, and its number in the log, from 1 on. */
export type TakeLine = (line: string | null, number: number) => void

/** Reads one log, in memory that depends neither on its length nor on that of its lines. */
export function openLineReader(takeLine: TakeLine) {
  const decoder = new StringDecoder('utf8')
  const pieces = openPieces()
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

/** Joins the pieces of a line; `take` returns null if they are longer than a line may be. */
export function openPieces() {
  let line: string | null = ''
  return {
    add(piece: string) {
      line = line === null || line.length + piece.length > longestLine ? null : line + piece
    },
    take() {
      const taken = line
      line = ''
      return taken
    },
    isEmpty: () => line === '',
  }
}
