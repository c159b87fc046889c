/** What the lines were that tell of no error, as far as somebody has to know. */
import { describeCount } from './printable'
import type { LineCounts } from './scan'

/** A sentence on lines that could not be used, or null if there are none. */
export function describeLines({ malformed, notOurs, tooLong }: LineCounts): string | null {
  const kinds = [
    { count: malformed, words: 'malformed (no JSON object, cut off, or an error with a wrong field)' },
    { count: notOurs, words: "not Foyer's (JSON without level, time and event)" },
    { count: tooLong, words: 'too long (over 1 MB)' },
  ].filter(({ count }) => count > 0)
  if (kinds.length === 0) return null
  const lines = kinds.map(({ count, words }) => `${describeCount(count)} ${words}`)
  return `Lines passed over: ${lines.join('; ')}.`
}
