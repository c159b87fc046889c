/** Finds the errors in a log, and counts what the other lines are. */
import { parseJson } from '../../lib/json'
import { openLineReader, openPieces } from './lines'
import { type ErrorRecord, judgeLine } from './record'
import { type LineCounts, type LogReport, noLines } from './report'
import {
  type Content,
  type JsonObject,
  openContainerLine,
  openEnvelope,
  withoutColours,
  withoutPrefix,
} from './unwrap'

export type TakeError = (record: ErrorRecord, object: JsonObject) => void

/** Reads one log, and hands over each error with the whole object it was made of. */
export function openScan(name: string, takeError: TakeError) {
  const lines: LineCounts = { ...noLines }
  const firstOf: Partial<Record<keyof LineCounts, number>> = {}
  const parts = openPieces()
  const reader = openLineReader(takeLine)
  let lastLine = 1
  let isArray: boolean | null = null

  function read(chunk: Buffer): void {
    isArray ??= beginsArray.test(chunk.toString('utf8', 0, 100))
    reader.read(chunk)
  }

  function takeLine(line: string | null, number: number): void {
    lastLine = number
    const content = line && openContainerLine(line)
    if (content) takeContent(content, number)
    else takeText(line && withoutPrefix(line.trim()), number, true)
  }

  function takeContent(content: Content, number: number): void {
    if (content.kind === 'foreign') count('foreign', number)
    else if (content.kind === 'object') takeObject(content.object, number)
    else takePart(content, number)
  }

  function takePart({ text, isPart }: { text: string; isPart: boolean }, number: number): void {
    parts.add(text)
    if (isPart) return
    takeText(parts.take()?.trim() ?? null, number, false)
  }

  function takeText(text: string | null, number: number, mayBeEnvelope: boolean): void {
    if (text === '') return
    if (text === null) count('notUnderstood', number)
    // Most lines of a log are no errors. Parsing all of them would take several times as long.
    else if (looksLikeOtherEvent(text)) count('otherEvents', number)
    else if (isWords(text)) count('foreign', number)
    else takeJson(text, number, mayBeEnvelope)
  }

  function takeJson(text: string, number: number, mayBeEnvelope: boolean): void {
    const object = text.startsWith('{') ? (parseJson(text) as JsonObject | null) : null
    const content = object && mayBeEnvelope ? openEnvelope(object) : null
    if (content) takeContent(content, number)
    else if (object) takeObject(object, number)
    else count('notUnderstood', number)
  }

  function takeObject(object: JsonObject, number: number): void {
    const judged = judgeLine(object)
    count(judged.kind, number)
    if (judged.kind === 'errors') takeError(judged.record, object)
  }

  function count(kind: keyof LineCounts, number: number): void {
    lines[kind]++
    firstOf[kind] ??= number
  }

  function end(): LogReport {
    reader.end()
    if (!parts.isEmpty()) count('notUnderstood', lastLine)
    if (lines.errors + lines.otherEvents === 0) refuseForeign()
    return { name, lines, firstNotUnderstood: firstOf.notUnderstood ?? null }
  }

  /** Where no line is ours, words don't stand beside our lines: the log is one we can't read. */
  function refuseForeign(): void {
    lines.notUnderstood += lines.foreign
    lines.foreign = 0
    const { foreign, notUnderstood } = firstOf
    if (foreign) firstOf.notUnderstood = Math.min(foreign, notUnderstood ?? foreign)
  }

  return { read, end, isArray: () => isArray === true }
}

/** Not `[` alone: prefixes such as `[pod/site-1/site] ` begin with it, too. */
const beginsArray = /^\s*\[\s*(?:[{\]]|$)/

/** Other programs' logs begin with a level, too. */
const ourBeginning = /^\{"level":"[a-z]{1,9}","time":"\d{4}-\d\d-\d\dT[\d:.]{8,12}Z","event":"/

/** Begins and ends as the server's lines do, and has no reference anywhere. */
function looksLikeOtherEvent(text: string): boolean {
  return ourBeginning.test(text) && text.endsWith('}') && !text.includes('"reference"')
}

/**
 * A line without a brace: npm's and Next's first words, a warning, another program's line. None of ours is without
 * one, however it is wrapped, and of one that was cut into pieces the first or the last has it.
 */
function isWords(text: string): boolean {
  return !/[{}\ufffd]|(?!\t)\p{Cc}/u.test(withoutColours(text))
}
