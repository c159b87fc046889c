/** The statements a client has sent to PostgreSQL by the extended query protocol (documentation, chapter 55.7). */

export type Statement = { text: string; values: (string | null)[] }

/** Reads them from the bytes of successive connections, a character per byte. */
export function readStatements(heard: string): Statement[] {
  const bytes = Buffer.from(heard, 'latin1')
  const statements: Statement[] = []
  for (let place = 0; place < bytes.length; ) {
    const kind = String.fromCharCode(bytes[place] ?? 0)
    // A connection's first message has no kind, only its length.
    const start = kind === '\0' ? place : place + 1
    const end = start + bytes.readInt32BE(start)
    const message = bytes.subarray(start + 4, end)
    if (kind === 'Q') statements.push({ text: textAt(message, 0), values: [] })
    if (kind === 'P') statements.push({ text: textAt(message, textAt(message, 0).length + 1), values: [] })
    if (kind === 'B') statements.at(-1)?.values.push(...valuesOf(message))
    place = end
  }
  return statements
}

/** After the names of portal and statement and the formats come the values, each with its length. */
function valuesOf(message: Buffer): (string | null)[] {
  let place = message.indexOf(0) + 1
  place = message.indexOf(0, place) + 1
  place += 2 + 2 * message.readInt16BE(place)
  const count = message.readInt16BE(place)
  place += 2
  return Array.from({ length: count }, () => {
    const length = message.readInt32BE(place)
    const value = length < 0 ? null : message.toString('utf8', place + 4, place + 4 + length)
    place += 4 + Math.max(length, 0)
    return value
  })
}

function textAt(message: Buffer, place: number): string {
  return message.toString('utf8', place, message.indexOf(0, place))
}
