/** Bytes become lines, of which only the one that is not yet whole is held. */

/** Longer than any line the server writes. What is longer is passed over. */
export const longestLineBytes = 1024 * 1024

export type LineReader = {
  read(chunk: Buffer): void
  /** What comes next is another log: a line does not go on in it. */
  endLog(): void
}

/** All get the number of the line within its log, from 1 on. */
export type LineTakers = {
  /** Gets the bytes without the line's end. They are good only during the call. */
  takeLine(line: Buffer, number: number): void
  takeTooLong(number: number): void
}

/** Cuts what it is given into lines. Its memory does not depend on their length. */
export function openLineReader({ takeLine, takeTooLong }: LineTakers): LineReader {
  const held = Buffer.allocUnsafe(longestLineBytes)
  let heldBytes = 0
  let isTooLong = false
  let number = 1

  function hold(part: Buffer): void {
    isTooLong ||= heldBytes + part.length > longestLineBytes
    if (isTooLong) return
    part.copy(held, heldBytes)
    heldBytes += part.length
  }

  function endLine(part: Buffer): void {
    const isWhole = heldBytes === 0 && !isTooLong && part.length <= longestLineBytes
    if (!isWhole) hold(part)
    if (isTooLong) takeTooLong(number)
    else takeLine(isWhole ? part : held.subarray(0, heldBytes), number)
    heldBytes = 0
    isTooLong = false
    number++
  }

  function read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      endLine(chunk.subarray(start, end))
      start = end + 1
    }
    if (start < chunk.length) hold(chunk.subarray(start))
  }

  function endLog(): void {
    if (heldBytes > 0 || isTooLong) endLine(Buffer.alloc(0))
    number = 1
  }

  return { read, endLog }
}

const newline = 0x0a
