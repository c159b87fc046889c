/** What the lines were that tell of no error, as far as somebody has to know. */
import type { NotUnderstood, ReadingFacts } from './document'
import { describeCount, printable } from './printable'
import type { LineCounts, LinePlace } from './scan'

/** How many lines were not understood. Those count that may hide an error: all but ours and what is known to be foreign. */
export function countNotUnderstood(lines: Readonly<LineCounts>, first: LinePlace | null): NotUnderstood {
  const { malformed, notOurs, tooLong } = lines
  const of = Object.values(lines).reduce((sum, count) => sum + count, 0)
  return { count: malformed + notOurs + tooLong, of, first }
}

/** Whether there was something to read, and all of it was read and understood: else "0 errors" is no all-clear. */
export function isWhole({ notUnderstood, problems }: ReadingFacts): boolean {
  return notUnderstood.of > 0 && notUnderstood.count === 0 && problems.length === 0
}

/** A sentence on lines that were not understood, or null if there are none. */
export function describeNotUnderstood({ lines, notUnderstood }: ReadingFacts): string | null {
  const { count, of, first } = notUnderstood
  if (of === 0) return 'No lines: there was nothing to read.'
  if (!first) return null
  const kinds = [
    { count: lines.malformed, words: 'malformed (no JSON object, cut off, or an error with a wrong field)' },
    { count: lines.notOurs, words: "not Foyer's (JSON without level, time and event)" },
    { count: lines.tooLong, words: 'too long (over 1 MB)' },
  ].filter((kind) => kind.count > 0)
  const parts = kinds.map((kind) => `${describeCount(kind.count)} ${kind.words}`).join('; ')
  const place = `line ${describeCount(first.line)} of ${printable(first.log)}`
  return `Not understood: ${describeCount(count)} of ${describeLineCount(of)}, the first is ${place}: ${parts}.`
}

/** A sentence on lines that are known to be none of ours, or null if there are none. */
export function describeForeign({ foreign }: Readonly<LineCounts>): string | null {
  return foreign > 0 ? `Passed over: ${describeLineCount(foreign)} of words or other programs.` : null
}

function describeLineCount(count: number): string {
  return `${describeCount(count)} ${count === 1 ? 'line' : 'lines'}`
}
