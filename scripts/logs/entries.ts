/** The entries of a JSON array, as `gcloud logging read --format=json` prints it: one entry over many lines. */
import { type LineReader, type LineTakers, longestLineBytes } from './lines'

export type EntryTakers = LineTakers & {
  /** Is told of what is no entry, and of an array or an entry without an end. */
  takeBroken(number: number): void
}

/**
 * Cuts an array into the objects in it, whatever its layout; to the takers each is one line, with the number of
 * that on which it begins. Its memory depends neither on the array's length nor on that of an entry.
 */
export function openEntryReader({ takeLine, takeTooLong, takeBroken }: EntryTakers): LineReader {
  const held = Buffer.allocUnsafe(longestLineBytes)
  const freshState = { heldBytes: 0, depth: 0, line: 1, entryLine: 1 }
  const freshFlags = { isInText: false, isEscaped: false, isTooLong: false, isOpen: false, isStray: false }
  let state = { ...freshState, ...freshFlags }

  function hold(part: Buffer): void {
    state.isTooLong ||= state.heldBytes + part.length > longestLineBytes
    if (state.isTooLong) return
    part.copy(held, state.heldBytes)
    state.heldBytes += part.length
  }

  function endEntry(): void {
    if (state.isTooLong) takeTooLong(state.entryLine)
    else takeLine(held.subarray(0, state.heldBytes), state.entryLine)
    state.heldBytes = 0
    state.isTooLong = false
  }

  function read(chunk: Buffer): void {
    let start = 0
    for (let place = 0; place < chunk.length; place++) {
      const byte = chunk[place]
      if (byte === newline) state.line++
      if (state.isInText) readText(byte)
      else if (byte === openingBrace) {
        if (state.depth++ > 0) continue
        start = place
        state.entryLine = state.line
        state.isStray = false
      } else if (state.depth === 0) readBetween(byte)
      else if (byte === quote) state.isInText = true
      else if (byte === closingBrace && --state.depth === 0) {
        hold(chunk.subarray(start, place + 1))
        endEntry()
      }
    }
    if (state.depth > 0) hold(chunk.subarray(start))
  }

  function readText(byte: number | undefined): void {
    if (state.isEscaped) state.isEscaped = false
    else if (byte === backslash) state.isEscaped = true
    else if (byte === quote) state.isInText = false
  }

  function readBetween(byte: number | undefined): void {
    if (byte === openingBracket) state.isOpen = true
    else if (byte === closingBracket) state.isOpen = false
    else if (byte === newline) state.isStray = false
    else if (!state.isStray && byte !== comma && !blanks.includes(byte)) {
      state.isStray = true
      takeBroken(state.line)
    }
  }

  function endLog(): void {
    if (state.depth > 0) takeBroken(state.entryLine)
    else if (state.isOpen) takeBroken(state.line)
    state = { ...freshState, ...freshFlags }
  }

  return { read, endLog }
}

const [newline, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
const blanks: readonly (number | undefined)[] = [0x20, 0x09, 0x0d]
