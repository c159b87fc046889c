/** How much of the logs was understood. Only if all of it was is "0 errors" an all-clear. */
import { printable } from '../../lib/log/record'
import { describeCount } from './printable'

/** Lines by kind, without empty ones. */
export type LineCounts = typeof noLines

export const noLines = {
  errors: 0,
  /** Foyer's other lines. */
  otherEvents: 0,
  /** Known not to be Foyer's: text without a brace, stderr, Google Cloud's own entries. */
  foreign: 0,
  /** May hide an error: cut off, over 1 MB, another program's JSON, or an error with a wrong field. */
  notUnderstood: 0,
}

export type LogReport = {
  name: string
  lines: LineCounts
  firstNotUnderstood: number | null
  /** When Foyer's first line was written. */
  begins: Date | null
  /** Whether it looks like one JSON array, which isn't read. */
  isArray: boolean
}

/** Part of the JSON output. */
export type Report = {
  lines: LineCounts
  firstNotUnderstood: { log: string; line: number } | null
  /** Why something couldn't be read. */
  problems: readonly string[]
  /** When Foyer's first line was written: nothing is known of the time before. */
  begins: Date | null
}

/** Sums up several logs. */
export function reportOf(logs: readonly LogReport[], problems: readonly string[]): Report {
  const lines: LineCounts = { ...noLines }
  for (const log of logs) for (const kind of kinds) lines[kind] += log.lines[kind]
  const [first = null] = logs.flatMap(({ name, firstNotUnderstood: line }) =>
    line === null ? [] : { log: name, line },
  )
  const [begins = null] = logs.flatMap((log) => log.begins ?? []).sort((a, b) => a.getTime() - b.getTime())
  return { lines, firstNotUnderstood: first, problems, begins }
}

const kinds = Object.keys(noLines) as (keyof LineCounts)[]

/** All lines, whatever their kind. */
export function countLines({ lines }: Report): number {
  return Object.values(lines).reduce((sum, count) => sum + count, 0)
}

/** What to add to "0 errors" unless there were lines, and all of them were read and understood. */
export function describeScope(report: Report): string {
  const isWhole = countLines(report) > 0 && report.lines.notUnderstood === 0 && report.problems.length === 0
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
  return `Not understood: ${counted}, the first is ${position} (cut off, over 1 MB, or not Foyer's).`
}

/** A sentence about foreign lines; null if there are none. */
export function describeForeign({ lines: { foreign } }: Report): string | null {
  return foreign > 0 ? `Passed over: ${describeCount(foreign, 'line')} of words or other programs.` : null
}
