import { expect, test } from 'vitest'
import {
  describeNoteProblem,
  maxNoteBodyBytes,
  maxTextBytes,
  maxTitleLength,
  noteProblem,
  parseNoteProblem,
} from '@/lib/notes/limits'
import { normalizeNoteText, noteName, parseNoteId } from '@/lib/notes/note'
import { parseEndsAt, parseShareId } from '@/lib/notes/share'

test.each<[what: string, title: string, text: string, problem: string | null]>([
  ['nothing', '', '', 'note-empty'],
  ['nothing but spaces', ' \t', ' \n\t', 'note-empty'],
  ['a text', '', 'a', null],
  ['a title alone', 'a', '', null],
  ['100 KB of letters', '', 'x'.repeat(102_400), null],
  ['a letter more', '', 'x'.repeat(102_401), 'note-too-long'],
  ['100 KB of quotes', '', '"'.repeat(102_400), null],
  ['a quote more', '', '"'.repeat(102_401), 'note-too-long'],
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
])('%s has the problem it has', (_, title, text, problem) => {
  expect(noteProblem({ title, text })).toBe(problem)
})

test('the longest note fits into a body however its characters are escaped', () => {
  const escaped = (count: number) => '\\u0001'.repeat(count)
  const rest = { base: 2 ** 31 - 2, userId: 'x'.repeat(128) }
  const body = JSON.stringify({ title: '', text: '', ...rest })
  expect(body.length + escaped(maxTitleLength).length + escaped(maxTextBytes).length).toBeLessThan(
    maxNoteBodyBytes,
  )
})

test.each([
  ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['\r\n\r\n', '\n\n'],
  ['\n\r', '\n\n'],
])('a line break counts as one character, as in a field: %j', (sent, typed) => {
  expect(normalizeNoteText({ title: '', text: sent })).toEqual({ title: '', text: typed })
})

test('a title is one line', () => {
  expect(normalizeNoteText({ title: 'one\r\n\ntwo', text: '' }).title).toBe('one two')
})

test.each([
  ['0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'],
  ['0B8D7C1E-2F3A-4B5C-8D9E-0F1A2B3C4D5E', '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'],
  ['0b8d7c1e2f3a4b5c8d9e0f1a2b3c4d5e', null],
  ['0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e\n', null],
  ["' or 1=1", null],
  [7, null],
])('%j as a note id, in either case: %j', (value, id) => {
  expect(parseNoteId(value)).toBe(id)
})

test('a link’s id is read in either case, as in a URL', () => {
  const id = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'
  expect([id, id.toUpperCase(), `${id}0`, 7].map(parseShareId)).toEqual([id, id, null, null])
  expect(parseShareId(id.replaceAll('-', '0')), 'as many hex digits').toBeNull()
})

const now = new Date('2031-05-06T07:08:09.123Z')

test.each([
  [null, null],
  ['2031-05-06T07:08:09.124Z', new Date('2031-05-06T07:08:09.124Z')],
  ['2031-05-07T00:00:00+02:00', new Date('2031-05-06T22:00:00Z')],
  ['2031-05-06T07:08:09.123Z', undefined],
  ['2030-01-01T00:00:00Z', undefined],
  ['2042-01-01T00:00:00Z', undefined],
  ['2032-01-01', undefined],
  ['2032-13-41T00:00:00Z', undefined],
  ['tomorrow', undefined],
  [1_900_000_000_000, undefined],
  [undefined, undefined],
])('%j as the end of a link', (value, end) => {
  expect(parseEndsAt(value, now)).toEqual(end)
})

test('a note is called by its title, else by its first line, shortened', () => {
  expect(noteName({ title: ' Shopping ', text: 'Milk' })).toBe('Shopping')
  expect(noteName({ title: ' ', text: '\n  Milk and bread\nEggs' })).toBe('Milk and bread')
  expect(noteName({ title: '', text: 'word '.repeat(20) })).toBe(`${'word '.repeat(8).trim()}…`)
  expect(noteName({ title: '😀'.repeat(41), text: '' })).toBe(`${'😀'.repeat(40)}…`)
})

test('each problem has words, and nothing else is a problem', () => {
  expect(describeNoteProblem('too-many-notes')).toContain('10,000')
  expect(describeNoteProblem('note-too-long')).toContain('100 KB')
  expect(describeNoteProblem('title-too-long')).toContain('200')
  expect(describeNoteProblem('notes-full')).toContain('50 MB')
  expect(parseNoteProblem('note-too-long')).toBe('note-too-long')
  expect(parseNoteProblem('toString')).toBeNull()
})
