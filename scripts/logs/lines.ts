/** A log's bytes become lines. A log that begins as a JSON array becomes the objects in it, each as one line. */
import { StringDecoder } from 'node:string_decoder'

/** No line that the server writes is longer. Longer ones are skipped. */
export const longestLine = 1024 * 1024

/** All get the number of the line in its log, from 1 on; for an object, of the line on which it begins. */
export type LineTakers = {
  takeLine(line: string, number: number): void
  takeTooLong(number: number): void
  /** Something in an array that is no object, or an array or object without an end. */
  takeBroken(number: number): void
}

/** Reads one log, in memory that depends neither on its length nor on that of its lines. */
export function openLineReader(takers: LineTakers) {
  const decoder = new StringDecoder('utf8')
  let splitter: Splitter | null = null
  let start = ''

  function read(text: string, isEnd: boolean): void {
    if (!splitter) {
      start += text
      if (!isEnd && start.length < longestStart && isUndecided.test(start)) return
      splitter = beginsArray.test(start) ? openArraySplitter(takers) : openLineSplitter(takers)
    }
    splitter.read(start || text)
    start = ''
  }

  return {
    read: (chunk: Buffer) => read(decoder.write(chunk), false),
    end() {
      read(decoder.end(), true)
      splitter?.end()
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

const longestStart = 4_096

/** `[` alone may also begin a prefix such as `[pod/site-1/site] `. */
const isUndecided = /^\s*(?:\[\s*)?$/
const beginsArray = /^\s*\[\s*[{\]]/

type Splitter = { read(text: string): void; end(): void }

function openLineSplitter({ takeLine, takeTooLong }: LineTakers): Splitter {
  const pieces = openPieces()
  let number = 1

  function endLine(): void {
    const line = pieces.take()
    if (line === null) takeTooLong(number)
    else takeLine(line, number)
    number++
  }

  function read(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      pieces.add(text.slice(start, end))
      endLine()
      start = end + 1
    }
    pieces.add(text.slice(start))
  }

  return { read, end: () => pieces.isEmpty() || endLine() }
}

/** `gcloud logging read --format=json` prints one entry over many lines; other programs use another layout. */
function openArraySplitter({ takeLine, takeTooLong, takeBroken }: LineTakers): Splitter {
  const pieces = openPieces()
  let [line, objectLine, depth] = [1, 1, 0]
  let [isInString, isEscaped, isInArray, isStray] = [false, false, false, false]

  function read(text: string): void {
    let start = 0
    for (let place = 0; place < text.length; place++) {
      const sign = text[place] ?? ''
      if (sign === '\n') line++
      if (isInString) readInString(sign)
      else if (sign === '{') {
        if (depth++ > 0) continue
        start = place
        objectLine = line
        isStray = false
      } else if (depth === 0) readBetween(sign)
      else if (sign === '"') isInString = true
      else if (sign === '}' && --depth === 0) {
        pieces.add(text.slice(start, place + 1))
        endObject()
      }
    }
    if (depth > 0) pieces.add(text.slice(start))
  }

  function readInString(sign: string): void {
    if (isEscaped) isEscaped = false
    else if (sign === '\\') isEscaped = true
    else if (sign === '"') isInString = false
  }

  function readBetween(sign: string): void {
    if (sign === '[') isInArray = true
    else if (sign === ']') isInArray = false
    else if (!isStray && !/[\s,]/.test(sign)) {
      isStray = true
      takeBroken(line)
    }
  }

  function endObject(): void {
    const object = pieces.take()
    if (object === null) takeTooLong(objectLine)
    else takeLine(object, objectLine)
  }

  function end(): void {
    if (depth > 0) takeBroken(objectLine)
    else if (isInArray) takeBroken(line)
  }

  return { read, end }
}
