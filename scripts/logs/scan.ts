/** Finds the errors among the lines of logs, and counts what the other lines are. */
import { openEnvelope } from './envelope'
import { openLogReader } from './layout'
import { openParts } from './parts'
import { bodyOf, withoutColours } from './prefix'
import { type ErrorRecord, judgeLine } from './record'

export type JsonObject = Readonly<Record<string, unknown>>

/** How many lines of each kind were read; empty ones do not count. An entry of a JSON array is a line. */
export type LineCounts = {
  errors: number
  /** Lines of Foyer's log that tell of something else. */
  otherEvents: number
  /** Beside lines of Foyer's: words for people, stderr, and what Google Cloud says of itself. */
  foreign: number
  /** JSON objects without Foyer's fields. */
  notOurs: number
  /** No JSON object, cut off, or an error of ours with a field that is wrong. */
  malformed: number
  /** Over 1 MB, not read. */
  tooLong: number
}

/** Where the first line is that was not understood. */
export type LinePlace = { log: string; line: number }

export type Scan = {
  read(chunk: Buffer): void
  /** What comes next is another log. */
  endLog(name: string): void
  counts: Readonly<LineCounts>
  /** Null if all was understood. */
  firstNotUnderstood(): LinePlace | null
}

/** Reads lines and hands on each error, with the whole object it was made of. */
export function openScan(takeError: (record: ErrorRecord, object: JsonObject) => void): Scan {
  const counts: LineCounts = { errors: 0, otherEvents: 0, foreign: 0, notOurs: 0, malformed: 0, tooLong: 0 }
  const parts = openParts()
  const reader = openLogReader({
    takeLine,
    takeTooLong: (number) => count('tooLong', number),
    takeBroken: (number) => count('malformed', number),
  })
  let first: LinePlace | null = null
  let log = freshLog()

  function takeLine(line: Buffer, number: number): void {
    log.lastLine = number
    const { bytes, stream, isPart } = bodyOf(line)
    if (stream === 'stderr') count('foreign', number)
    else if (stream === 'stdout') takePart(bytes, isPart, number)
    else takeBody(bytes, number, true)
  }

  function takePart(bytes: Buffer, isPart: boolean, number: number): void {
    const whole = parts.join(bytes, isPart)
    if (whole === 'too-long') count('tooLong', number)
    else if (whole !== 'held') takeBody(whole, number, false)
  }

  function takeBody(bytes: Buffer, number: number, mayBeEnvelope: boolean): void {
    // Most lines of a log are no errors. Reading all of them as JSON would take several times as long.
    if (looksLikeOtherEvent(bytes)) count('otherEvents', number)
    else takeText(bytes.toString().trim(), number, mayBeEnvelope)
  }

  function takeText(text: string, number: number, mayBeEnvelope: boolean): void {
    if (text === '') return
    const object = parseObject(text)
    const content = object && mayBeEnvelope ? openEnvelope(object) : null
    if (!object) count(isWords(text) ? 'foreign' : 'malformed', number)
    else if (content?.kind === 'foreign') count('foreign', number)
    else if (content?.kind === 'line') takePart(Buffer.from(content.text), content.isPart, number)
    else takeObject(content?.object ?? object, number)
  }

  function takeObject(object: JsonObject, number: number): void {
    const judged = judgeLine(object)
    count(countOf[judged.kind], number)
    if (judged.kind === 'error') takeError(judged.record, object)
  }

  function count(kind: keyof LineCounts, number: number): void {
    counts[kind]++
    if (kind === 'errors' || kind === 'otherEvents') log.hasOurs = true
    else if (kind === 'foreign') {
      log.foreign++
      log.firstForeign ??= number
    } else log.firstUnknown ??= number
  }

  function endLog(name: string): void {
    reader.endLog()
    if (parts.drop()) count('malformed', log.lastLine)
    if (!log.hasOurs) refuseForeign()
    if (log.firstUnknown !== null) first ??= { log: name, line: log.firstUnknown }
    log = freshLog()
  }

  /** Where no line is ours, words are not words beside them, but a log that nobody here can read. */
  function refuseForeign(): void {
    counts.foreign -= log.foreign
    counts.malformed += log.foreign
    if (log.firstForeign !== null) log.firstUnknown = Math.min(log.firstForeign, log.firstUnknown ?? Infinity)
  }

  return { read: reader.read, endLog, counts, firstNotUnderstood: () => first }
}

const countOf = {
  error: 'errors',
  'other-event': 'otherEvents',
  'not-ours': 'notOurs',
  malformed: 'malformed',
} as const

type LogState = {
  hasOurs: boolean
  foreign: number
  firstForeign: number | null
  firstUnknown: number | null
  lastLine: number
}

function freshLog(): LogState {
  return { hasOurs: false, foreign: 0, firstForeign: null, firstUnknown: null, lastLine: 1 }
}

const beginning = Buffer.from('{"level":"')
const referenceKey = Buffer.from('"reference"')
const closingBrace = 0x7d
const longestBeginning = 60
const ourBeginning = /^\{"level":"[a-z]{1,9}","time":"\d{4}-\d\d-\d\dT[\d:.]{8,12}Z","event":"/

/** Begins and ends as the server's lines do, and has no reference anywhere. */
function looksLikeOtherEvent(line: Buffer): boolean {
  return (
    line.length > beginning.length &&
    line[line.length - 1] === closingBrace &&
    beginning.compare(line, 0, beginning.length) === 0 &&
    // Other programs' logs begin with a level, too.
    ourBeginning.test(line.toString('latin1', 0, longestBeginning)) &&
    !line.includes(referenceKey)
  )
}

/**
 * A line without a brace: npm's and Next's first words, a warning, another program's line. None of ours is without
 * one, however it is wrapped, and of one that was cut in pieces the first or the last has it.
 */
function isWords(text: string): boolean {
  return !/[{}\ufffd]|(?!\t)\p{Cc}/u.test(withoutColours(text))
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
