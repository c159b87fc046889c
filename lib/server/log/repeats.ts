import 'server-only'
import type { ErrorRecord } from './output'

/** For how long the same error is counted before its count is written. */
export const repeatWindowMs = 10_000

/** As many of a kind are written in full in that time. */
export const writtenInFull = 5

/** Kinds at a time; what comes beyond them is counted by event and status alone. */
const mostKinds = 200

/** As many references of those that were only counted stand in the record of their count. */
const mostReferences = 200

type Repeats = { first: ErrorRecord; seen: number; references: string[]; firstAt: string; lastAt: string }

/**
 * Writes the first records of a kind, counts the others, and writes the count when their time is over: a flood is
 * some lines, and nothing is lost from the sum. `close` writes what has been counted so far.
 */
export function foldRepeats(write: (record: Record<string, unknown>) => void) {
  const kinds = new Map<string, Repeats>()

  function add(record: ErrorRecord): void {
    const exact = kindOf(record)
    const kind = kinds.has(exact) || kinds.size < mostKinds ? exact : groupOf(record)
    const known = kinds.get(kind) ?? begin(kind, record)
    known.seen += 1
    if (known.seen <= writtenInFull) {
      write(record)
      return
    }
    known.lastAt = timeOf(record)
    if (known.seen === writtenInFull + 1) known.firstAt = known.lastAt
    if (known.references.length < mostReferences) known.references.push(record.reference)
  }

  function begin(kind: string, first: ErrorRecord): Repeats {
    const repeats: Repeats = { first, seen: 0, references: [], firstAt: '', lastAt: '' }
    kinds.set(kind, repeats)
    setTimeout(() => end(kind), repeatWindowMs).unref()
    return repeats
  }

  function end(kind: string): void {
    const repeats = kinds.get(kind)
    if (!repeats) return
    kinds.delete(kind)
    const count = repeats.seen - writtenInFull
    if (count > 0) write(describeRepeats(repeats, count, kind))
  }

  return {
    add,
    close: () => {
      for (const kind of [...kinds.keys()]) end(kind)
    },
  }
}

function describeRepeats(repeats: Repeats, count: number, kind: string): Record<string, unknown> {
  const { first, references, firstAt, lastAt } = repeats
  // Of a group nothing is known to be the same but what makes it one.
  const same = kind === groupOf(first) ? shared(first) : first
  const { level, event, ...fields } = same
  return {
    level,
    time: lastAt,
    event: `${String(event)}.repeated`,
    ...fields,
    count,
    firstAt,
    lastAt,
    references,
    referencesLeftOff: count - references.length,
  }
}

const various = '(various)'

function shared({ level, event, reference, status, bot, rendered, buildId }: ErrorRecord) {
  return {
    level,
    event,
    reference,
    status,
    bot: bot === false ? false : various,
    rendered,
    buildId,
    path: various,
  }
}

function kindOf(record: ErrorRecord): string {
  const { event, status, method, path, bot, place, name, message, stack } = record
  const where = typeof stack === 'string' ? stack.split('\n', 3).join('\n') : ''
  return JSON.stringify([event, status, method, path, bot, place, name, message, where])
}

function groupOf({ event, status, bot, rendered }: ErrorRecord): string {
  return JSON.stringify(['various', event, status, bot !== false, rendered])
}

function timeOf({ time }: ErrorRecord): string {
  return typeof time === 'string' ? time : new Date().toISOString()
}
