/** A histogram as lines of text. */
import type { Histogram } from './histogram'
import { describeMoment } from './moment'
import { describeCount } from './printable'

/** A line a span: its begin in UTC, how many errors, and a bar as long as they are many. */
export function describeBars({ everyMs, bars }: Histogram): string[] {
  const most = Math.max(...bars.map(({ count }) => count))
  const width = describeCount(most).length
  return bars.map(({ from, count }) => {
    const bar = '#'.repeat(count > 0 ? Math.max(1, Math.round((count / most) * longestBar)) : 0)
    return `${describeBegin(from, everyMs)}  ${describeCount(count).padStart(width)}  ${bar}`.trimEnd()
  })
}

const longestBar = 60

function describeBegin(from: number, everyMs: number): string {
  const isFine = everyMs % 60_000 !== 0
  return isFine ? new Date(from).toISOString().slice(0, 19).replace('T', ' ') : describeMoment(from)
}
