/** Finds the errors in a log, and says how much of it was understood: only if all of it was is "0 errors" an all-clear. */
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import { parseJson } from '../../lib/json'
import { classifyLine, type ErrorRecord, type JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { stripPrefix, unwrapCloudEntry } from './envelopes'
import { describeCount } from './printable'

export type OnRecord = (record: ErrorRecord, object: JsonObject) => void

/** What was read of all logs. Part of the JSON output. */
export type Report = {
  lines: LineCounts
  firstNotUnderstood: { log: string; line: number } | null
  /** Why something couldn't be read. */
  problems: string[]
  /** When the site's first line was written, in milliseconds since 1970: nothing is known of the time before. */
  beginsAt: number | null
}

export function newReport(): Report {
  return { lines: { ...noLines }, firstNotUnderstood: null, problems: [], beginsAt: null }
}

/** Lines by kind, without empty ones. */
export type LineCounts = typeof noLines

const noLines = {
  errors: 0,
  /** Warnings, errors outside of requests, starts, stops and outages. */
  notices: 0,
  /** The site's other lines. */
  otherEvents: 0,
  /** Known not to be the site's: text without a brace, stderr, Google Cloud's own entries. */
  foreign: 0,
  /** May hide an error: cut off, over 1 MB, another program's JSON, or an error with a wrong field. */
  notUnderstood: 0,
}

/** Reads one log, and adds it to the report at its end. Calls `onRecord` with each error and notice, and the object of its line. */
export function createLogReader(name: string, report: Report, onRecord: OnRecord) {
  const lines: LineCounts = { ...noLines }
  const firstOf: Partial<Record<keyof LineCounts, number>> = {}
  const reader = createLineReader(readLine)
  let number = 0
  let beginsAt: number | null = null

  function readLine(line: string | null): void {
    number++
    readText(line && stripPrefix(line.trim()), true)
  }

  function readText(text: string | null, mayBeEnvelope: boolean): void {
    if (text === '') return
    if (text === null) count('notUnderstood')
    // Most lines aren't errors, and parsing them all would take several times as long.
    else if (looksLikeOtherEvent(text)) {
      beginsAt ??= parseTime(otherEventStart.exec(text)?.[1])
      count('otherEvents')
    } else if (isPlainText(text)) count('foreign')
    else readJson(text, mayBeEnvelope)
  }

  function readJson(text: string, mayBeEnvelope: boolean): void {
    const object = text.startsWith('{') ? (parseJson(text) as JsonObject | null) : null
    const content = object && mayBeEnvelope ? unwrapCloudEntry(object) : null
    if (!object) count('notUnderstood')
    else if (content === 'foreign') count('foreign')
    else if (content && 'text' in content) readText(content.text.trim(), false)
    else readObject(content?.object ?? object)
  }

  function readObject(object: JsonObject): void {
    const classified = classifyLine(object)
    count(classified.kind)
    if (classified.kind !== 'notUnderstood') beginsAt ??= parseTime(object.time)
    if ('record' in classified) onRecord(classified.record, object)
  }

  function count(kind: keyof LineCounts): void {
    lines[kind]++
    firstOf[kind] ??= number
  }

  function end(): void {
    reader.end()
    if (lines.errors + lines.notices + lines.otherEvents === 0) rejectForeign()
    for (const kind of Object.keys(lines) as (keyof LineCounts)[]) report.lines[kind] += lines[kind]
    if (firstOf.notUnderstood) report.firstNotUnderstood ??= { log: name, line: firstOf.notUnderstood }
    if (beginsAt !== null) report.beginsAt = Math.min(beginsAt, report.beginsAt ?? beginsAt)
  }

  /** In a log without a line of the site's, foreign lines count as not understood: we can't read it. */
  function rejectForeign(): void {
    lines.notUnderstood += lines.foreign
    lines.foreign = 0
    const { foreign, notUnderstood } = firstOf
    if (foreign) firstOf.notUnderstood = Math.min(foreign, notUnderstood ?? foreign)
  }

  return { read: reader.read, end }
}

function parseTime(time: unknown): number | null {
  return (typeof time === 'string' && Date.parse(time)) || null
}

/** All three fields, because other programs' logs begin with a level, too. Warnings, starts, stops and outages are left out. */
const otherEventStart =
  /^\{"level":"(?:info|debug)","time":"(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)","event":"(?!server\.st|database\.came)/

/** Whether a line begins and ends like one of the site's that says nothing to us, so it needn't be parsed. */
function looksLikeOtherEvent(text: string): boolean {
  return otherEventStart.test(text) && text.endsWith('}') && !text.includes('"reference"')
}

/**
 * Whether a line has no brace: npm's and Next's first words, a warning, another program's line. The site's lines
 * always have one, however they are wrapped; of one in pieces, the first or the last piece has it.
 */
function isPlainText(text: string): boolean {
  return !/[{}\ufffd]|(?!\t)\p{Cc}/u.test(stripVTControlCharacters(text))
}

/** In characters. The server writes no longer lines; longer ones are skipped. */
const maxLineLength = 1024 * 1024

/** Splits bytes into lines, in bounded memory. Calls `onLine` with each line, or null if it's too long. */
export function createLineReader(onLine: (line: string | null) => void) {
  const decoder = new StringDecoder('utf8')
  let line: string | null = ''

  function add(text: string): void {
    // After logrotate's `copytruncate`, a writer that doesn't append leaves as many NULs as it had written.
    const piece = line === '' ? text.replace(/^\0+/, '') : text
    line = line === null || line.length + piece.length > maxLineLength ? null : line + piece
  }

  function endLine(): void {
    const whole = line
    line = ''
    onLine(whole)
  }

  function read(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      add(text.slice(start, end))
      endLine()
      start = end + 1
    }
    add(text.slice(start))
  }

  return {
    read: (chunk: Buffer) => read(decoder.write(chunk)),
    end() {
      read(decoder.end())
      if (line !== '') endLine()
    },
  }
}

/** All lines, whatever their kind. */
export function countLines({ lines }: Report): number {
  return Object.values(lines).reduce((sum, count) => sum + count, 0)
}

/** What to add to "0 errors" unless there were lines, and all of them were read and understood. */
export function describeScope(report: Report): string {
  const isWhole = describeNotUnderstood(report) === null && report.problems.length === 0
  return isWhole ? '' : ' in what was understood'
}

/** A sentence about lines that weren't understood, or that there were no lines; null if all is well. */
export function describeNotUnderstood(report: Report): string | null {
  const all = countLines(report)
  if (all === 0) return 'No lines: there was nothing to read.'
  const { lines, firstNotUnderstood: first } = report
  if (!first) return null
  const counted = `${describeCount(lines.notUnderstood)} of ${describeCount(all, 'line')}`
  const position = `line ${describeCount(first.line)} of ${printable(first.log)}`
  const words = `Not understood: ${counted}, the first is ${position} (cut off, over 1 MB, or not the site's).`
  return lines.notUnderstood > lines.errors + lines.notices + lines.otherEvents
    ? `${words}\n${arrayHelp}`
    : words
}

const arrayHelp = "If it is one JSON array, jq -c '.[]' makes lines of it."
