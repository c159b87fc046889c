import 'client-only'
import { type Change, diffLines, diffWordsWithSpace } from 'diff'
import type { NoteText } from '@/lib/notes/note'

/** `skipped`: a long stretch in both, of which only the beginning and the end are shown. */
export type Difference =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'skipped'; characters: number }

/**
 * What makes one text of another, by words; by lines if that takes too long; null if that does, too: two long texts that have
 * little in common. Loaded only when two writers differ.
 */
export function differencesBetween(before: NoteText, after: NoteText): Difference[] | null {
  const texts = [asOne(before), asOne(after)] as const
  const changes = diffWordsWithSpace(...texts, { timeout }) ?? diffLines(...texts, { timeout })
  return (
    changes?.flatMap((change, index) => describeChange(change, { index, last: changes.length - 1 })) ?? null
  )
}

/** For each of the two ways, in ms: typing waits for it. */
const timeout = 250

/** Around a change, in UTF-16 code units. */
const shownAround = 160

function describeChange(
  { added, removed, value }: Change,
  { index, last }: { index: number; last: number },
): Difference[] {
  if (added) return [{ kind: 'added', text: value }]
  if (removed) return [{ kind: 'removed', text: value }]
  const head = index === 0 ? '' : upTo(value, shownAround)
  const tail = index === last ? '' : from(value, value.length - shownAround)
  const characters = value.length - head.length - tail.length
  if (characters < 2 * shownAround) return [{ kind: 'same', text: value }]
  const pieces: Difference[] = [
    { kind: 'same', text: head },
    { kind: 'skipped', characters },
    { kind: 'same', text: tail },
  ]
  return pieces.filter((piece) => !('text' in piece) || piece.text !== '')
}

/** No pair of code units is split. */
function upTo(text: string, length: number): string {
  return text.slice(0, isWithinPair(text, length) ? length - 1 : length)
}

function from(text: string, start: number): string {
  return text.slice(isWithinPair(text, start) ? start + 1 : Math.max(0, start))
}

function isWithinPair(text: string, index: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) && /[\uD800-\uDBFF]/.test(text.charAt(index - 1))
}

function asOne({ title, text }: NoteText): string {
  return title === '' ? text : `${title}\n\n${text}`
}
