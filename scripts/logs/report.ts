/** What became of the lines that were read: only if all were understood is "0 errors" an all-clear. */
import { describeCount, printable } from './printable'

/** How many lines of each kind were read; empty ones don't count. An entry of a JSON array is a line. */
export type LineCounts = Record<keyof typeof noLines, number>

export const noLines = {
  errors: 0,
  /** Lines of Foyer's log about something else. */
  otherEvents: 0,
  /** Between Foyer's lines: words for people, stderr, and what Google Cloud says about itself. */
  foreign: 0,
  /** JSON objects without Foyer's fields. */
  notOurs: 0,
  /** No JSON object, cut off, or an error of ours with a wrong field. */
  malformed: 0,
  /** Over 1 MB, not read. */
  tooLong: 0,
}

/** Lines that may hide an error. */
export const unknownKinds = ['malformed', 'notOurs', 'tooLong'] as const

export type LogReport = { name: string; lines: LineCounts; firstUnknown: number | null }

/** What stands in the JSON beside the answer. */
export type Report = {
  lines: LineCounts
  notUnderstood: { count: number; of: number; first: { log: string; line: number } | null }
  /** What kept the command from reading everything. */
  problems: readonly string[]
}

/** Sums up what was read of several logs. */
export function reportOf(logs: readonly LogReport[], problems: readonly string[]): Report {
  const lines: LineCounts = { ...noLines }
  const kinds = Object.keys(lines) as (keyof LineCounts)[]
  for (const kind of kinds) lines[kind] = sum(logs.map((log) => log.lines[kind]))
  const [first = null] = logs.flatMap(({ name, firstUnknown }) =>
    firstUnknown === null ? [] : [{ log: name, line: firstUnknown }],
  )
  const count = sum(unknownKinds.map((kind) => lines[kind]))
  return { lines, notUnderstood: { count, of: sum(Object.values(lines)), first }, problems }
}

/** Whether there was something to read, and all of it was read and understood. */
export function isWhole({ notUnderstood, problems }: Report): boolean {
  return notUnderstood.of > 0 && notUnderstood.count === 0 && problems.length === 0
}

/** A sentence about lines that were not understood, or null if there are none. */
export function describeNotUnderstood({ lines, notUnderstood }: Report): string | null {
  const { count, of, first } = notUnderstood
  if (of === 0) return 'No lines: there was nothing to read.'
  if (!first) return null
  const parts = unknownKinds
    .filter((kind) => lines[kind] > 0)
    .map((kind) => `${describeCount(lines[kind])} ${words[kind]}`)
  const place = `line ${describeCount(first.line)} of ${printable(first.log)}`
  return `Not understood: ${describeCount(count)} of ${describeCount(of, 'line')}, the first is ${place}: ${parts.join('; ')}.`
}

/** A sentence about lines that are known not to be ours, or null if there are none. */
export function describeForeign({ lines: { foreign } }: Report): string | null {
  return foreign > 0 ? `Passed over: ${describeCount(foreign, 'line')} of words or other programs.` : null
}

const words = {
  malformed: 'malformed (no JSON object, cut off, or an error with a wrong field)',
  notOurs: "not Foyer's (JSON without level, time and event)",
  tooLong: 'too long (over 1 MB)',
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
