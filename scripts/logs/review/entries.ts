/** Counts errors for a review, in bounded memory. */
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { getOrCreate, removeRare } from '../maps'
import { addTo, byCount, type Counted, maxCounted, newCounted } from './counted'
import { groupingKey, locationOf } from './fingerprint'
import { type Period, type Spans, spanIndex } from './period'

/** All errors that are the same. */
export type Entry = Counted & {
  status: number | null
  event: string
  /** The page's pattern, or the path. Null outside of a request. */
  where: string | null
  place: string | null
  name: string
  message: string
  /** Where it was thrown, and the first of the site's own lines that led there. */
  frames: readonly string[]
  /** Of the latest error in the period that wasn't folded. */
  reference: string
  /** By bots in the period; what is neither by them nor by people happened outside of requests. */
  bots: number
  /** The first few. */
  botNames: readonly string[]
  /** In each span of the period. */
  spans: number[]
}

/**
 * Counts the errors up to the period's end. At twice `maxCounted`, half are forgotten: what isn't the site's fault
 * first, then those with the fewest errors.
 */
export function createEntries(period: Period, spans: Spans) {
  const entries = new Map<string, Entry>()
  let isWhole = true

  /** Returns the entry that the error belongs to. */
  function add(record: ErrorRecord, object: JsonObject): Entry {
    const key = groupingKey(record)
    const entry = getOrCreate(entries, key, () => newEntry(key, record, spans))
    if (addTo(entry, record, period)) addCurrent(entry, record, object)
    const rare = removeRare(entries, maxCounted, (a, b) => byFailure(a, b) || byCount(a, b))
    if (rare.length > 0) isWhole = false
    return entry
  }

  function addCurrent(entry: Entry, record: ErrorRecord, object: JsonObject): void {
    const { bot, count, lastAt } = record
    if (!record.isFolded && lastAt >= entry.lastAt) entry.reference = record.reference
    if (entry.frames.length === 0) entry.frames = framesOf(object)
    if (bot !== null) entry.bots += count
    if (bot !== null && entry.botNames.length < maxBotNames && !entry.botNames.includes(bot))
      entry.botNames = [...entry.botNames, bot]
    const index = spanIndex(lastAt, period, spans)
    entry.spans[index] = (entry.spans[index] ?? 0) + count
  }

  return {
    add,
    /** `isWhole` is false if some were forgotten. */
    list: (): { entries: Entry[]; isWhole: boolean } => ({ entries: [...entries.values()], isWhole }),
  }
}

/** Whether it's the site's fault: a status from 500 on, or thrown without one. Others are requests for missing pages. */
export function isFailure({ status }: { status: number | null }): boolean {
  return status === null || status >= 500 || status < 400
}

/** Failures first. */
export function byFailure(a: Entry, b: Entry): number {
  return Number(isFailure(b)) - Number(isFailure(a))
}

function newEntry(key: string, record: ErrorRecord, { count }: Spans): Entry {
  const { status, event, place, name, message, reference } = record
  return {
    ...newCounted(key, record),
    ...{ status, event, where: locationOf(record), place, name, message, frames: [], reference },
    ...{ bots: 0, botNames: [], spans: Array<number>(count).fill(0) },
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

const maxBotNames = 4
const maxFrames = 4
const maxStackLines = 100
const maxFrameLength = 160
