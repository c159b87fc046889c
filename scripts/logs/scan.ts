/** Finds the errors among the lines of logs, and counts what the other lines are. */
import { type LineReader, openLineReader } from './lines'
import { type ErrorRecord, judgeLine } from './record'

export type JsonObject = Readonly<Record<string, unknown>>

/** How many lines of each kind were read; empty ones do not count. */
export type LineCounts = {
  errors: number
  /** Lines of Foyer's log that tell of something else. */
  otherEvents: number
  /** JSON objects without Foyer's fields. */
  notOurs: number
  /** No JSON object, cut off, or an error of ours with a field that is wrong. */
  malformed: number
  /** Over 1 MB, not read. */
  tooLong: number
}

export type Scan = LineReader & { counts: Readonly<LineCounts> }

/** Reads lines and hands on each error, with the whole object it was made of. */
export function openScan(takeError: (record: ErrorRecord, object: JsonObject) => void): Scan {
  const counts: LineCounts = { errors: 0, otherEvents: 0, notOurs: 0, malformed: 0, tooLong: 0 }

  function takeLine(line: Buffer): void {
    // Most lines of a log are no errors. Reading all of them as JSON would take several times as long.
    if (looksLikeOtherEvent(line)) counts.otherEvents++
    else takeText(line.toString().trim())
  }

  function takeText(text: string): void {
    if (text === '') return
    const object = parseObject(text)
    const judged = object ? judgeLine(object) : null
    if (!object || !judged || judged.kind === 'malformed') counts.malformed++
    else if (judged.kind === 'not-ours') counts.notOurs++
    else if (judged.kind === 'other-event') counts.otherEvents++
    else {
      counts.errors++
      takeError(judged.record, object)
    }
  }

  return { ...openLineReader({ takeLine, takeTooLong: () => counts.tooLong++ }), counts }
}

const beginning = Buffer.from('{"level":"')
const referenceKey = Buffer.from('"reference"')
const closingBrace = 0x7d

/** Begins and ends as the server's lines do, and has no reference anywhere. */
function looksLikeOtherEvent(line: Buffer): boolean {
  return (
    line.length > beginning.length &&
    line[line.length - 1] === closingBrace &&
    beginning.compare(line, 0, beginning.length) === 0 &&
    !line.includes(referenceKey)
  )
}

function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as JsonObject
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
