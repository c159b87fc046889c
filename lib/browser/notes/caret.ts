import 'client-only'

/**
 * Where a caret belongs after a text was replaced by another: before the change where it was, behind it as far from the end,
 * within it at its beginning.
 */
export function caretAfter(caret: number, { before, after }: { before: string; after: string }): number {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  if (caret <= same) return caret
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd += 1
  const fromEnd = before.length - caret
  return fromEnd <= sameAtEnd ? after.length - fromEnd : same
}
