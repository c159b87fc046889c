/** Finds the errors in a log and counts the other lines by kind. */
import { parseJson } from '../../lib/json'
import { classifyLine, type ErrorRecord, type JsonObject } from '../../lib/log/error-line'
import { withoutGoogleFields } from '../../lib/log/google-fields'
import { createLineBuffer, createLineReader } from './lines'
import { type LineCounts, type LogReport, noLines } from './report'
import { type Content, stripColors, stripPrefix, unwrapContainerLine, unwrapEnvelope } from './unwrap'

export type OnError = (record: ErrorRecord, object: JsonObject) => void

/** Other events that are wanted, too: what their lines have in them, and who takes them or says that a field is wrong. */
export type ExtraEvents = { text: string; add: (object: JsonObject) => boolean }

/** Reads one log and passes each error on, together with its line's whole object. */
export function createLogReader(name: string, takeError: OnError, wanted?: ExtraEvents) {
  const lines: LineCounts = { ...noLines }
  const firstOf: Partial<Record<keyof LineCounts, number>> = {}
  const parts = createLineBuffer()
  const reader = createLineReader(takeLine)
  let lastLine = 1
  let isArray: boolean | null = null
  let begins: Date | null = null

  function read(chunk: Buffer): void {
    isArray ??= arrayStart.test(chunk.toString('utf8', 0, 100))
    reader.read(chunk)
  }

  function takeLine(line: string | null, number: number): void {
    lastLine = number
    const content = line && unwrapContainerLine(line)
    if (content) takeContent(content, number)
    else takeText(line && stripPrefix(line.trim()), number, true)
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
    // Most lines aren't errors, and parsing them all would take several times as long.
    else if (looksLikeOtherEvent(text) && !(wanted && text.includes(wanted.text)))
      takeOtherEvent(text, number)
    else if (isPlainText(text)) count('foreign', number)
    else takeJson(text, number, mayBeEnvelope)
  }

  function takeOtherEvent(text: string, number: number): void {
    begins ??= parseDate(foyerLineStart.exec(text)?.[1])
    count('otherEvents', number)
  }

  function takeJson(text: string, number: number, mayBeEnvelope: boolean): void {
    const object = text.startsWith('{') ? (parseJson(text) as JsonObject | null) : null
    const content = object && mayBeEnvelope ? unwrapEnvelope(object) : null
    if (content) takeContent(content, number)
    else if (object) takeObject(object, number)
    else count('notUnderstood', number)
  }

  function takeObject(line: JsonObject, number: number): void {
    const object = withoutGoogleFields(line)
    const judged = classifyLine(object)
    const isRefused = judged.kind === 'otherEvents' && wanted?.add(object) === false
    count(isRefused ? 'notUnderstood' : judged.kind, number)
    if (judged.kind !== 'notUnderstood') begins ??= parseDate(object.time)
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
    return { name, lines, firstNotUnderstood: firstOf.notUnderstood ?? null, begins }
  }

  /** In a log without a line of ours, foreign ones count as not understood: we can't read it. */
  function refuseForeign(): void {
    lines.notUnderstood += lines.foreign
    lines.foreign = 0
    const { foreign, notUnderstood } = firstOf
    if (foreign) firstOf.notUnderstood = Math.min(foreign, notUnderstood ?? foreign)
  }

  return { read, end, isArray: () => isArray === true }
}

function parseDate(time: unknown): Date | null {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(moment) ? null : new Date(moment)
}

/** `[` alone isn't enough: prefixes such as `[pod/site-1/site] ` begin with it, too. */
const arrayStart = /^\s*\[\s*(?:[{\]]|$)/

/** All three fields, because other programs' logs begin with a level, too. */
const foyerLineStart = /^\{"level":"[a-z]{1,9}","time":"(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)","event":"/

/** Whether a line begins and ends like ours and has no reference, so it needn't be parsed. */
function looksLikeOtherEvent(text: string): boolean {
  return foyerLineStart.test(text) && text.endsWith('}') && !text.includes('"reference"')
}

/**
 * Whether a line has no brace: npm's and Next's first words, a warning, another program's line. Ours always
 * have one, however they are wrapped, and if cut into pieces, the first or last piece has it.
 */
function isPlainText(text: string): boolean {
  return !/[{}\ufffd]|(?!\t)\p{Cc}/u.test(stripColors(text))
}
