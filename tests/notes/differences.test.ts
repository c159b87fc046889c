import { expect, test } from 'vitest'
import { caretAfter } from '@/lib/browser/notes/caret'
import { differencesBetween } from '@/lib/browser/notes/differences'

const written = (text: string, title = '') => ({ title, text })

test('words that differ are marked, titles included; words of a script without spaces, too', () => {
  expect(differencesBetween(written('Meet at ten', 'Plan'), written('Meet at noon', 'Plan B'))).toEqual([
    { kind: 'same', text: 'Plan' },
    { kind: 'added', text: ' B' },
    { kind: 'same', text: '\n\nMeet at ' },
    { kind: 'removed', text: 'ten' },
    { kind: 'added', text: 'noon' },
  ])
  const chinese = differencesBetween(written('会议九点开始'), written('会议十点开始'))
  expect(chinese?.map(({ kind }) => kind)).toContain('added')
})

test('of a long stretch in both the beginning and the end are shown, and no emoji is split', () => {
  const long = '🚪'.repeat(40_000)
  const found = differencesBetween(written(`one ${long} two`), written(`uno ${long} due`)) ?? []
  const kept = found.flatMap((one) => (one.kind === 'same' ? [one.text] : []))
  expect(kept.every((text) => text.isWellFormed() && text.length < 400)).toBe(true)
  expect(found.some((one) => one.kind === 'skipped' && one.characters > 79_000)).toBe(true)
})

test('two long texts with nothing in common end in time, with or without an answer', () => {
  const words = (seed: number) =>
    Array.from({ length: 15_000 }, (_, index) => ((index * seed) % 9973).toString(36)).join(' ')
  const begin = performance.now()
  const found = differencesBetween(written(words(7919)), written(words(104_729)))
  expect(performance.now() - begin).toBeLessThan(2_000)
  expect(found === null || found.length > 0).toBe(true)
})

test.each([
  { caret: 3, before: 'one three', after: 'one two three', is: 3, what: 'before the change' },
  { caret: 9, before: 'one three', after: 'one two three', is: 13, what: 'behind it' },
  { caret: 6, before: 'one two three', after: 'one 2 three', is: 4, what: 'within it' },
  { caret: 3, before: 'one', after: '', is: 0, what: 'in nothing' },
  { caret: 0, before: '', after: 'one', is: 0, what: 'from nothing' },
])('the caret stays where it was: $what', ({ caret, before, after, is }) => {
  expect(caretAfter(caret, { before, after })).toBe(is)
})
