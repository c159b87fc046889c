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
  /** When the first line of ours was written. */
  begins: Date | null
}

/** Part of the JSON output. */
export type Report = {
  lines: LineCounts
  firstNotUnderstood: { log: string; line: number } | null
  /** Why something couldn't be read. */
  problems: readonly string[]
  /** When the first line of ours was written: what was before isn't known. */
  begins: Date | null
}

/** Sums up several logs. */
export function reportOf(logs: readonly LogReport[], problems: readonly string[]): Report {
  const lines: LineCounts = { ...noLines }
  for (const kind of Object.keys(lines) as (keyof LineCounts)[])
    lines[kind] = sum(logs.map((log) => log.lines[kind]))
  const [first = null] = logs.flatMap(({ name, firstNotUnderstood: line }) =>
    line === null ? [] : { log: name, line },
  )
  const beginnings = logs.flatMap(({ begins }) => begins ?? []).sort((a, b) => a.getTime() - b.getTime())
  return { lines, firstNotUnderstood: first, problems, begins: beginnings[0] ?? null }
}

/** Whether there were lines, and all of them were read and understood. */
export function isWhole({ lines, problems }: Report): boolean {
  return sum(Object.values(lines)) > 0 && lines.notUnderstood === 0 && problems.length === 0
}

/** A sentence about lines that weren't understood; null if there are none. */
export function describeNotUnderstood({ lines, firstNotUnderstood: first }: Report): string | null {
  const all = sum(Object.values(lines))
  if (all === 0) return 'No lines: there was nothing to read.'
  if (!first) return null
  const counted = `${describeCount(lines.notUnderstood)} of ${describeCount(all, 'line')}`
  const place = `line ${describeCount(first.line)} of ${printable(first.log)}`
  return `Not understood: ${counted}, the first is ${place} (cut off, over 1 MB, or not Foyer's).`
}

/** A sentence about foreign lines; null if there are none. */
export function describeForeign({ lines: { foreign } }: Report): string | null {
  return foreign > 0 ? `Passed over: ${describeCount(foreign, 'line')} of words or other programs.` : null
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
