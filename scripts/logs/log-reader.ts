/** Finds the errors in a log and counts the other lines by kind. */
import { stripVTControlCharacters } from 'node:util'
import { parseJson } from '../../lib/json'
import { classifyLine, type ErrorRecord, type JsonObject } from '../../lib/log/error-line'
import { withoutGoogleFields } from '../../lib/log/google-fields'
import { createLineBuffer, createLineReader } from './lines'
import { type LineCounts, type LogReport, noLines } from './report'
import { type Content, stripPrefix, unwrapContainerLine, unwrapEnvelope } from './unwrap'

export type OnError = (record: ErrorRecord, object: JsonObject) => void

/** Events to parse besides errors: the text that finds their lines. `add` returns false if a field is invalid. */
export type ExtraEvents = { text: string; add: (object: JsonObject) => boolean }

/** Reads one log. Calls `onError` with each error and the whole object of its line. */
export function createLogReader(name: string, onError: OnError, extraEvents?: ExtraEvents) {
  const lines: LineCounts = { ...noLines }
  const firstOf: Partial<Record<keyof LineCounts, number>> = {}
  const parts = createLineBuffer()
  const reader = createLineReader(readLine)
  let number = 0
  let isArray: boolean | null = null
  let begins: Date | null = null

  function read(chunk: Buffer): void {
    isArray ??= arrayStart.test(chunk.toString('utf8', 0, 100))
    reader.read(chunk)
  }

  function readLine(line: string | null): void {
    number++
    const content = line && unwrapContainerLine(line)
    if (content) readContent(content)
    else readText(line && stripPrefix(line.trim()), true)
  }

  function readContent(content: Content): void {
    if (content.kind === 'foreign') count('foreign')
    else if (content.kind === 'object') readObject(content.object)
    else {
      parts.add(content.text)
      if (!content.isPart) readText(parts.take()?.trim() ?? null, false)
    }
  }

  function readText(text: string | null, mayBeEnvelope: boolean): void {
    if (text === '') return
    if (text === null) count('notUnderstood')
    // Most lines aren't errors, and parsing them all would take several times as long.
    else if (looksLikeOtherEvent(text) && !(extraEvents && text.includes(extraEvents.text))) {
      begins ??= parseDate(foyerLineStart.exec(text)?.[1])
      count('otherEvents')
    } else if (isPlainText(text)) count('foreign')
    else readJson(text, mayBeEnvelope)
  }

  function readJson(text: string, mayBeEnvelope: boolean): void {
    const object = text.startsWith('{') ? (parseJson(text) as JsonObject | null) : null
    const content = object && mayBeEnvelope ? unwrapEnvelope(object) : null
    if (content) readContent(content)
    else if (object) readObject(object)
    else count('notUnderstood')
  }

  function readObject(line: JsonObject): void {
    const object = withoutGoogleFields(line)
    const classified = classifyLine(object)
    const isInvalid = classified.kind === 'otherEvents' && extraEvents?.add(object) === false
    count(isInvalid ? 'notUnderstood' : classified.kind)
    if (classified.kind !== 'notUnderstood') begins ??= parseDate(object.time)
    if (classified.kind === 'errors') onError(classified.record, object)
  }

  function count(kind: keyof LineCounts): void {
    lines[kind]++
    firstOf[kind] ??= number
  }

  function end(): LogReport {
    reader.end()
    if (!parts.isEmpty()) count('notUnderstood')
    if (lines.errors + lines.otherEvents === 0) rejectForeign()
    return {
      name,
      lines,
      firstNotUnderstood: firstOf.notUnderstood ?? null,
      begins,
      isArray: isArray === true,
    }
  }

  /** In a log without a line of Foyer's, foreign lines count as not understood: we can't read it. */
  function rejectForeign(): void {
    lines.notUnderstood += lines.foreign
    lines.foreign = 0
    const { foreign, notUnderstood } = firstOf
    if (foreign) firstOf.notUnderstood = Math.min(foreign, notUnderstood ?? foreign)
  }

  return { read, end }
}

function parseDate(time: unknown): Date | null {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(moment) ? null : new Date(moment)
}

/** `[` alone isn't enough: prefixes such as `[pod/site-1/site] ` begin with it, too. */
const arrayStart = /^\s*\[\s*(?:[{\]]|$)/

/** All three fields, because other programs' logs begin with a level, too. */
const foyerLineStart = /^\{"level":"[a-z]{1,9}","time":"(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)","event":"/

/** Whether a line begins and ends like Foyer's and has no reference, so it needn't be parsed. */
function looksLikeOtherEvent(text: string): boolean {
  return foyerLineStart.test(text) && text.endsWith('}') && !text.includes('"reference"')
}

/**
 * Whether a line has no brace: npm's and Next's first words, a warning, another program's line. Foyer's lines
 * always have one, however they are wrapped; of one in pieces, the first or the last piece has it.
 */
function isPlainText(text: string): boolean {
  return !/[{}\ufffd]|(?!\t)\p{Cc}/u.test(stripVTControlCharacters(text))
}
