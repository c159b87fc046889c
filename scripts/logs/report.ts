/** What became of the lines that were read: only if all were understood is "0 errors" an all-clear. */
import { printable } from '../../lib/log/record'
import { describeCount } from './printable'

/** How many lines of each kind were read; empty ones don't count. */
export type LineCounts = typeof noLines

export const noLines = {
  errors: 0,
  /** Lines of Foyer's log about something else. */
  otherEvents: 0,
  /** Between Foyer's lines: words for people, stderr, and what Google Cloud says about itself. */
  foreign: 0,
  /** Lines that may hide an error: cut off, over 1 MB, another program's, or an error of ours with a wrong field. */
  notUnderstood: 0,
}

export type LogReport = { name: string; lines: LineCounts; firstNotUnderstood: number | null }

/** What stands in the JSON beside the answer. */
export type Report = {
  lines: LineCounts
  firstNotUnderstood: { log: string; line: number } | null
  /** What kept the command from reading everything. */
  problems: readonly string[]
}

/** Sums up what was read of several logs. */
export function reportOf(logs: readonly LogReport[], problems: readonly string[]): Report {
  const lines: LineCounts = { ...noLines }
  for (const kind of Object.keys(lines) as (keyof LineCounts)[])
    lines[kind] = sum(logs.map((log) => log.lines[kind]))
  const [first = null] = logs.flatMap(({ name, firstNotUnderstood: line }) =>
    line === null ? [] : { log: name, line },
  )
  return { lines, firstNotUnderstood: first, problems }
}

/** Whether there was something to read, and all of it was read and understood. */
export function isWhole({ lines, problems }: Report): boolean {
  return sum(Object.values(lines)) > 0 && lines.notUnderstood === 0 && problems.length === 0
}

/** A sentence about lines that were not understood, or null if there are none. */
export function describeNotUnderstood({ lines, firstNotUnderstood: first }: Report): string | null {
  const all = sum(Object.values(lines))
  if (all === 0) return 'No lines: there was nothing to read.'
  if (!first) return null
  const counted = `${describeCount(lines.notUnderstood)} of ${describeCount(all, 'line')}`
  const place = `line ${describeCount(first.line)} of ${printable(first.log)}`
  return `Not understood: ${counted}, the first is ${place} (cut off, over 1 MB, or not Foyer's).`
}

/** A sentence about lines that are known not to be ours, or null if there are none. */
export function describeForeign({ lines: { foreign } }: Report): string | null {
  return foreign > 0 ? `Passed over: ${describeCount(foreign, 'line')} of words or other programs.` : null
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
