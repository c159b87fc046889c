/** A log is read line by line; one that begins as a JSON array does, entry by entry. */
import { type EntryTakers, openEntryReader } from './entries'
import { type LineReader, openLineReader } from './lines'

/** Reads logs of either layout, each known by its beginning. */
export function openLogReader(takers: EntryTakers): LineReader {
  const lines = openLineReader(takers)
  const entries = openEntryReader(takers)
  let reader: LineReader | null = null
  let start: Buffer = Buffer.alloc(0)

  function read(chunk: Buffer): void {
    if (reader) reader.read(chunk)
    else readStart(Buffer.concat([start, chunk]))
  }

  function readStart(bytes: Buffer): void {
    start = bytes
    const text = bytes.toString('latin1', 0, longestStart)
    if (text.length < longestStart && isUndecided.test(text)) return
    reader = beginsArray.test(text) ? entries : lines
    reader.read(bytes)
    start = Buffer.alloc(0)
  }

  function endLog(): void {
    const last = reader ?? lines
    last.read(start)
    last.endLog()
    reader = null
    start = Buffer.alloc(0)
  }

  return { read, endLog }
}

/** Nobody begins an array with more blanks than this. */
const longestStart = 4_096

/** `[` alone may also be a prefix such as `[pod/site-1/site] `. */
const isUndecided = /^\s*(?:\[\s*)?$/
const beginsArray = /^\s*\[\s*[{\]]/
