/** What a search found, to be shown. */
import { fold } from './fold'

/** A part of a note's line. `marks`: where the words are in it, from and to, in UTF-16 code units. */
export type Match = { text: string; marks: [from: number, to: number][] }

const before = 60
const longest = 160

/**
 * The part of a line around the first of these folded terms, with all of them marked; null if none is in it. `isCut`: the line
 * has more before or after this.
 */
export function matchIn(
  line: string,
  terms: readonly string[],
  isCut = { before: false, after: false },
): Match | null {
  const pieces = foldPieces(line)
  const folded = pieces.map((piece) => piece.folded).join('')
  const found = merged(
    terms.flatMap((term) => placesOf(term, folded)).map((place) => unfolded(place, pieces)),
  )
  const first = found[0]
  if (!first) return null
  const from = first[0] <= before ? 0 : atPiece(pieces, first[0] - before)
  const to = line.length <= from + longest ? line.length : atPiece(pieces, Math.max(from + longest, first[1]))
  const lead = isCut.before || from > 0 ? '…' : ''
  const tail = isCut.after || to < line.length ? '…' : ''
  const shift = lead.length - from
  const marks = found
    .filter((mark) => mark[1] <= to)
    .map((mark): Match['marks'][number] => [mark[0] + shift, mark[1] + shift])
  return { text: `${lead}${line.slice(from, to)}${tail}`, marks }
}

type Piece = { at: number; length: number; folded: string }

/** Grapheme by grapheme, so that a place in the folded text is known in the line. */
function foldPieces(line: string): Piece[] {
  const known = new Map<string, string>()
  return [...new Intl.Segmenter().segment(line)].map(({ segment, index }) => {
    const folded = known.get(segment) ?? fold(segment)
    known.set(segment, folded)
    return { at: index, length: segment.length, folded }
  })
}

function placesOf(term: string, folded: string): [number, number][] {
  const places: [number, number][] = []
  for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + term.length))
    places.push([at, at + term.length])
  return places
}

function unfolded([from, to]: [number, number], pieces: readonly Piece[]): [number, number] {
  let [at, start, end] = [0, 0, 0]
  for (const piece of pieces) {
    if (at <= from) start = piece.at
    if (at < to) end = piece.at + piece.length
    at += piece.folded.length
  }
  return [start, end]
}

function merged(marks: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of marks.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** The end of the piece at this place. */
function atPiece(pieces: readonly Piece[], place: number): number {
  const piece = pieces.find(({ at, length }) => at + length >= place)
  return piece ? piece.at + piece.length : place
}
