import { expect, test } from 'vitest'
import {
  describeNoteProblem,
  maxNoteBodyBytes,
  maxTextBytes,
  maxTitleLength,
  noteProblem,
  parseNoteProblem,
} from '@/lib/notes/limits'
import { normalizeNoteText, noteName, parseNoteId, parseShareId } from '@/lib/notes/note'

test.each<[what: string, title: string, text: string, problem: string | null]>([
  ['nothing', '', '', 'note-empty'],
  ['nothing but spaces', ' \t', ' \n\t', 'note-empty'],
  ['a text', '', 'a', null],
  ['a title alone', 'a', '', null],
  ['100 KB of letters', '', 'x'.repeat(102_400), null],
  ['a letter more', '', 'x'.repeat(102_401), 'note-too-long'],
  ['100 KB of emoji, four bytes each', '', '😀'.repeat(25_600), null],
  ['a letter more than that', '', `${'😀'.repeat(25_600)}.`, 'note-too-long'],
  ['100 KB of typographic quotes, three bytes each', '', `${'“'.repeat(34_133)}x`, null],
  ['one more of them', '', '“'.repeat(34_134), 'note-too-long'],
  ['a title of 200', 'x'.repeat(200), '', null],
  ['a title of 201', 'x'.repeat(201), 'text', 'title-too-long'],
  ['NUL in the text', '', 'a\u0000b', 'note-unreadable'],
  ['NUL in the title', 'a\u0000b', '', 'note-unreadable'],
  ['half an emoji', '', 'half of \ud83d an emoji', 'note-unreadable'],
  ['half an emoji in the title', '\ude00', '', 'note-unreadable'],
])('%s has the right problem, or none', (_, title, text, problem) => {
  expect(noteProblem({ title, text })).toBe(problem)
})

test('the longest note fits into a body, fully escaped', () => {
  const escaped = (count: number) => '\\u0001'.repeat(count)
  const rest = { base: 2 ** 31 - 2, userId: 'x'.repeat(128) }
  const body = JSON.stringify({ title: '', text: '', ...rest })
  expect(body.length + escaped(maxTitleLength).length + escaped(maxTextBytes).length).toBeLessThan(
    maxNoteBodyBytes,
  )
})

test('line breaks become \\n, and spaces in a title', () => {
  const text = 'one\r\ntwo\rthree\nfour\r\n\r\n\n\r'
  const normalized = { title: 'one two', text: 'one\ntwo\nthree\nfour\n\n\n\n' }
  expect(normalizeNoteText({ title: 'one\r\n\ntwo', text })).toEqual(normalized)
})

const uuid = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test.each<[value: unknown, id: string | null]>([
  [uuid, uuid],
  [uuid.toUpperCase(), uuid],
  ...[uuid.replaceAll('-', ''), uuid.replaceAll('-', '0'), `${uuid}\n`, `${uuid}0`, "' or 1=1", 7].map(
    (value): [unknown, null] => [value, null],
  ),
])('%j as an ID is %j', (value, id) => {
  expect([parseNoteId(value), parseShareId(value)]).toEqual([id, id])
})

test('a note’s name is its title, else its first line, shortened', () => {
  expect(noteName({ title: ' Shopping ', text: 'Milk' })).toBe('Shopping')
  expect(noteName({ title: ' ', text: '\n  Milk and bread\nEggs' })).toBe('Milk and bread')
  expect(noteName({ title: '', text: 'word '.repeat(20) })).toBe(`${'word '.repeat(8).trim()}…`)
  expect(noteName({ title: '😀'.repeat(41), text: '' })).toBe(`${'😀'.repeat(40)}…`)
})

test('each problem has a message, and unknown codes are no problem', () => {
  expect(describeNoteProblem('too-many-notes')).toContain('10,000')
  expect(describeNoteProblem('note-too-long')).toContain('100 KB')
  expect(describeNoteProblem('title-too-long')).toContain('200')
  expect(describeNoteProblem('notes-full')).toContain('50 MB')
  expect(parseNoteProblem('note-too-long')).toBe('note-too-long')
  expect(parseNoteProblem('toString')).toBeNull()
})
