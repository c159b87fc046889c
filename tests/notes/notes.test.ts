import { expect, test } from 'vitest'
import {
  announceRoom,
  asTyped,
  describeNoteProblem,
  describeRoom,
  longestNote,
  noteProblem,
  noteTitle,
  parseNoteId,
  parseNoteProblem,
} from '@/lib/notes'

test.each([
  ['', 'note-empty'],
  [' \n\t', 'note-empty'],
  ['a', null],
  ['x'.repeat(longestNote), null],
  ['x'.repeat(longestNote + 1), 'note-too-long'],
  ['a\u0000b', 'note-unreadable'],
  ['half of \ud83d an emoji', 'note-unreadable'],
  ['😀'.repeat(longestNote / 2), null],
  [`${'😀'.repeat(longestNote / 2)}.`, 'note-too-long'],
] as const)('a text has the problem it has', (text, problem) => {
  expect(noteProblem(text)).toBe(problem)
})

test.each([
  ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['\r\n\r\n', '\n\n'],
  ['\n\r', '\n\n'],
])('a line break counts as one character, as in a field: %j', (sent, typed) => {
  expect(asTyped(sent)).toBe(typed)
})

test.each([
  [0, null, ''],
  [9_499, null, ''],
  [9_500, '500 characters left.', '500 characters or fewer left.'],
  [9_899, '101 characters left.', '500 characters or fewer left.'],
  [9_900, '100 characters left.', '100 characters or fewer left.'],
  [9_950, '50 characters left.', '100 characters or fewer left.'],
  [9_999, '1 character left.', '100 characters or fewer left.'],
  [10_000, '0 characters left.', '100 characters or fewer left.'],
  [10_001, '1 character too many.', `Too long. ${describeNoteProblem('note-too-long')}`],
  [15_000, '5,000 characters too many.', `Too long. ${describeNoteProblem('note-too-long')}`],
])('of %i characters one reads %j and hears %j', (length, read, heard) => {
  expect([describeRoom(length), announceRoom(length)]).toEqual([read, heard])
  expect(length > longestNote).toBe(noteProblem('x'.repeat(length)) === 'note-too-long')
})

test.each([
  ['0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', true],
  ['0B8D7C1E-2F3A-4B5C-8D9E-0F1A2B3C4D5E', false],
  ['0b8d7c1e2f3a4b5c8d9e0f1a2b3c4d5e', false],
  ["' or 1=1", false],
  [7, false],
])('%j is a note id: %s', (value, isId) => {
  expect(parseNoteId(value)).toBe(isId ? value : null)
})

test('a note is called by its first line, shortened', () => {
  expect(noteTitle('\n  Milk and bread\nEggs')).toBe('Milk and bread')
  expect(noteTitle('word '.repeat(20))).toBe(`${'word '.repeat(8).trim()}…`)
  expect(noteTitle('😀'.repeat(41))).toBe(`${'😀'.repeat(40)}…`)
})

test('each problem has words, and nothing else is a problem', () => {
  expect(describeNoteProblem('too-many-notes')).toContain('500')
  expect(describeNoteProblem('note-too-long')).toContain('10,000')
  expect(parseNoteProblem('note-too-long')).toBe('note-too-long')
  expect(parseNoteProblem('toString')).toBeNull()
})
