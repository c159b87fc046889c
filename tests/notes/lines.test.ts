import { expect, test } from 'vitest'
import {
  continueList,
  type Edit,
  indentList,
  isLinkFor,
  makeLink,
  setTaskDone,
  toggleBold,
  toggleMark,
} from '@/lib/notes/lines'

/** Applies an edit to a text with the caret at `|`, or a selection between two; null if there is none. */
function apply(
  marked: string,
  change: (text: string, from: number, to: number) => Edit | null,
): string | null {
  const from = marked.indexOf('|')
  const to = Math.max(from, marked.lastIndexOf('|') - 1)
  const text = marked.replaceAll('|', '')
  const edit = change(text, from, to)
  if (!edit) return null
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const end = edit.from + edit.insert.length
  const [start, stop] = edit.select ?? [end, end]
  const selected = start === stop ? '|' : `|${after.slice(start, stop)}|`
  return after.slice(0, start) + selected + after.slice(stop)
}

test.for([
  ['- milk|', '- milk\n- |'],
  ['* a\n  + b|', '* a\n  + b\n  + |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['9. nine|', '9. nine\n10. |'],
  ['1) one|', '1) one\n2) |'],
  ['> - quoted|', '> - quoted\n> - |'],
  ['- milk| and bread', '- milk\n- | and bread'],
  ['- milk\n- |', '- milk\n|'],
  ['- [ ] |\nend', '|\nend'],
  ['> said|', '> said\n> |'],
  ['> > twice|', '> > twice\n> > |'],
  ['> said\n> |', '> said\n|'],
  ['plain|', null],
  ['-none|', null],
  ['a > b|', null],
  ['- milk\n|', null],
] as const)('Enter in %j makes %j', ([before, after]) => {
  expect(apply(before, continueList)).toBe(after)
})

test.for([
  ['- a\n- b|', false, '- a\n  - b|'],
  ['1. a\n2. b|c', false, '1. a\n   2. b|c'],
  ['- [ ] a\n- [ ] |b\n- [ ] c|', false, '- [ ] a\n  - [ ] |b\n  - [ ] c|'],
  ['- a\n  - b\n- c|', false, '- a\n  - b\n  - c|'],
  ['- a\n  - b|', false, null],
  ['|- a', false, null],
  ['- a\n\n- b|', false, null],
  ['plain|', false, null],
  ['- a\n  - b|', true, '- a\n- b|'],
  ['1. a\n   - b\n     - |c', true, '1. a\n   - b\n   - |c'],
  ['  - a|', true, '- a|'],
  ['- a|', true, null],
] as const)('Tab in %j, with Shift %j, makes %j', ([before, isUp, after]) => {
  expect(apply(before, (text, from, to) => indentList(text, from, to, isUp))).toBe(after)
})

test.for([
  ['milk|', 'task', '- [ ] milk|'],
  ['- [x] milk|', 'task', 'milk|'],
  ['|milk\nbread|', 'list', '- |milk\n- bread|'],
  ['- milk|', 'task', '- [ ] milk|'],
  ['- [ ] milk|', 'list', '- milk|'],
  ['- mi|lk|\nx', 'list', 'mi|lk|\nx'],
  ['Plan|', 'heading', '## Plan|'],
  ['# Plan|', 'heading', 'Plan|'],
  ['|', 'list', '- |'],
] as const)('the mark of %j as a %s makes %j', ([before, mark, after]) => {
  expect(apply(before, (text, from, to) => toggleMark(text, from, to, mark))).toBe(after)
})

test.for([
  ['at |nine| sharp', toggleBold, 'at **|nine|** sharp'],
  ['at **|nine|** sharp', toggleBold, 'at |nine| sharp'],
  ['|', toggleBold, '**|**'],
  ['see |this|', makeLink, 'see [this](|https://|)'],
  ['|', makeLink, '[|](https://)'],
] as const)('%j is made bold or a link, or plain again', ([before, change, after]) => {
  expect(apply(before, (text, from, to) => change(text, from, to))).toBe(after)
})

test('an address pasted over words links them; over an address or lines it replaces them', () => {
  const url = 'https://example.com/a?b=c'
  expect(apply('see |this|', (text, from, to) => makeLink(text, from, to, url))).toBe(`see [this](${url})|`)
  expect(isLinkFor('this', url)).toBe(true)
  for (const [words, pasted] of [
    ['', url],
    ['one\ntwo', url],
    ['https://example.com', url],
    ['this', 'two words'],
    ['this', `${url} and more`],
    ['this', 'javascript:alert(1)'],
  ] as const)
    expect(isLinkFor(words, pasted)).toBe(false)
})

test('a task is ticked in its line, and nothing else is changed', () => {
  const text = 'To do\n- [ ] one\n  1. [x] two\n> * [ ] three\n- four'
  expect(setTaskDone(text, 1, true)).toBe(text.replace('[ ] one', '[x] one'))
  expect(setTaskDone(text, 2, false)).toBe(text.replace('[x] two', '[ ] two'))
  expect(setTaskDone(text, 3, true)).toBe(text.replace('[ ] three', '[x] three'))
  for (const line of [0, 4, 5]) expect(setTaskDone(text, line, true)).toBeNull()
})
