import { fold } from './fold'

/** `text`: the line of a search's match, with … where it is cut. `marks`: the ranges of the terms in it. */
export type NoteMatch = { text: string; marks: [start: number, end: number][] }

const maxShownLength = 160
const shownBefore = 50

/** Returns the line around the first term found; null if there is none. The terms are folded. */
export function matchIn(line: string, terms: readonly string[]): NoteMatch | null {
  const characters = new Intl.Segmenter('en').segment(line)
  const offset = firstMatchOffset(line, terms)
  const from = characters.containing(Math.max(0, offset - shownBefore))?.index ?? 0
  const to = characters.containing(from + maxShownLength)?.index ?? line.length
  const marks = marksIn(line.slice(from, to), terms)
  if (marks.length === 0) return null
  const before = from === 0 ? '' : '…'
  return {
    text: `${before}${line.slice(from, to)}${to === line.length ? '' : '…'}`,
    marks: marks.map(([start, end]) => [start + before.length, end + before.length]),
  }
}

/** The approximate offset of the first term. A binary search, as segmenting a long line is slow. */
function firstMatchOffset(line: string, terms: readonly string[]): number {
  const folded = fold(line)
  const foldedOffset = Math.min(...terms.map((term) => folded.indexOf(term)).filter((found) => found >= 0))
  let [low, high] = [0, line.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fold(line.slice(0, middle + 1)).length > foldedOffset) high = middle
    else low = middle + 1
  }
  return low
}

/** The ranges of the terms in order, with overlapping ones joined. Marks whole graphemes. */
function marksIn(text: string, terms: readonly string[]): [number, number][] {
  let folded = ''
  const origins: { start: number; end: number }[] = []
  for (const { segment, index } of new Intl.Segmenter('en').segment(text)) {
    const plain = fold(segment)
    folded += plain
    for (const _ of plain.split('')) origins.push({ start: index, end: index + segment.length })
  }
  const marks: [number, number][] = []
  for (let at = 0; at < folded.length; at++)
    for (const term of terms) {
      const [first, last] = [origins[at], origins[at + term.length - 1]]
      if (!first || !last || !folded.startsWith(term, at)) continue
      const before = marks.at(-1)
      if (before && first.start < before[1]) before[1] = Math.max(before[1], last.end)
      else marks.push([first.start, last.end])
    }
  return marks
}
