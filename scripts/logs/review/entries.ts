/** Counts errors for a review, in bounded memory. */
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { fingerprintOf, groupingKey, locationOf } from './fingerprint'
import { isWithin, type Period, periodBefore, type Spans, spanIndex } from './period'

/** All errors that are the same. Times are milliseconds since 1970. */
export type Entry = {
  fingerprint: string
  status: number | null
  event: string
  /** The page's pattern, or the path. Null outside of a request. */
  where: string | null
  place: string | null
  name: string
  message: string
  /** Where it was thrown, and the first of the site's own lines that led there. */
  frames: readonly string[]
  /** Of the latest one in the period that wasn't folded. */
  reference: string
  /** In the period: by people, by bots, and outside of requests. */
  count: number
  people: number
  bots: number
  /** The first few. */
  botNames: readonly string[]
  /** In the period before. */
  before: number
  /** Over all that was read, up to the period's end. */
  firstAt: number
  lastAt: number
  /** In each span of the period. */
  spans: number[]
}

/** How many entries are kept when there are too many. */
export const maxEntries = 2_000

/**
 * Counts the errors up to the period's end. At twice `maxEntries`, half are forgotten: what isn't our fault first, then those
 * with the fewest errors.
 */
export function createEntries(period: Period, spans: Spans) {
  let entries = new Map<string, Mutable<Entry>>()
  const before = periodBefore(period)
  let isWhole = true

  /** Returns the entry that the error belongs to. */
  function add(record: ErrorRecord, object: JsonObject): Entry {
    const key = groupingKey(record)
    const entry = entries.get(key) ?? newEntry(key, record, spans)
    entries.set(key, entry)
    entry.firstAt = Math.min(entry.firstAt, record.firstAt)
    entry.lastAt = Math.max(entry.lastAt, record.lastAt)
    if (isWithin(before, record.lastAt)) entry.before += record.count
    if (isWithin(period, record.lastAt)) addCurrent(entry, record, object)
    if (entries.size >= maxEntries * 2) forgetRareOnes()
    return entry
  }

  function addCurrent(entry: Mutable<Entry>, record: ErrorRecord, object: JsonObject): void {
    if (!record.isFolded && record.lastAt >= entry.lastAt) entry.reference = record.reference
    if (entry.frames.length === 0) entry.frames = framesOf(object)
    entry.count += record.count
    if (record.bot !== null) entry.bots += record.count
    else if (record.place !== 'process') entry.people += record.count
    const { bot } = record
    if (bot !== null && entry.botNames.length < maxBotNames && !entry.botNames.includes(bot))
      entry.botNames = [...entry.botNames, bot]
    const span = spanIndex(record.lastAt, period, spans)
    entry.spans[span] = (entry.spans[span] ?? 0) + record.count
  }

  function forgetRareOnes(): void {
    const commonFirst = [...entries].sort(
      ([, a], [, b]) =>
        Number(isFailure(b)) - Number(isFailure(a)) || b.count + b.before - a.count - a.before,
    )
    isWhole = false
    entries = new Map(commonFirst.slice(0, maxEntries))
  }

  return {
    add,
    /** `isWhole` is false if some were forgotten. */
    list: (): { entries: Entry[]; isWhole: boolean } => ({ entries: [...entries.values()], isWhole }),
  }
}

/** Whether it's the site's fault: a status from 500 on, or thrown without one. The others are requests for what isn't there. */
export function isFailure({ status }: { status: number | null }): boolean {
  return status === null || status >= 500 || status < 400
}

function newEntry(key: string, record: ErrorRecord, { count }: Spans): Mutable<Entry> {
  const { status, event, place, name, message, reference, firstAt, lastAt } = record
  return {
    ...{ fingerprint: fingerprintOf(key), status, event, where: locationOf(record), place, name, message },
    ...{ frames: [], reference, count: 0, people: 0, bots: 0, botNames: [], before: 0, firstAt, lastAt },
    spans: Array<number>(count).fill(0),
  }
}

/** The first line of a stack, and the first of the site's own. Copies them: V8 keeps the whole stack alive behind a slice. */
export function framesOf({ stack }: JsonObject): string[] {
  if (typeof stack !== 'string') return []
  const frames = stack.split('\n', maxStackLines).filter((line) => /^ +at /.test(line))
  return frames
    .filter((line, index) => index === 0 || !/node_modules|node:/.test(line))
    .slice(0, maxFrames)
    .map((line) => Buffer.from(line.trim().slice(0, maxFrameLength)).toString())
}

type Mutable<T> = { -readonly [name in keyof T]: T[name] }

const maxBotNames = 4
const maxFrames = 4
const maxStackLines = 100
const maxFrameLength = 160
