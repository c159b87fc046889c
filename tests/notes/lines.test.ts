import { expect, test } from 'vitest'
import { continueList, setTaskDone } from '@/lib/notes/lines'

/** With the caret at `|`. */
function enter(marked: string): string | null {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const edit = continueList(text, caret)
  return edit && text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
}

test.for([
  ['- milk|', '- milk\n- '],
  ['* a\n  + b|', '* a\n  + b\n  + '],
  ['- [x] done|', '- [x] done\n- [ ] '],
  ['9. nine|', '9. nine\n10. '],
  ['1) one|', '1) one\n2) '],
  ['> - quoted|', '> - quoted\n> - '],
  ['- milk| and bread', '- milk\n-  and bread'],
  ['- milk\n- |', '- milk\n'],
  ['- [ ] |\nend', '\nend'],
  ['plain|', null],
  ['-none|', null],
  ['- milk\n|', null],
] as const)('Enter in %j makes %j', ([before, after]) => {
  expect(enter(before)).toBe(after)
})

test('a task is ticked in its line, and nothing else is changed', () => {
  const text = 'To do\n- [ ] one\n  1. [x] two\n> * [ ] three\n- four'
  expect(setTaskDone(text, 1, true)).toBe(text.replace('[ ] one', '[x] one'))
  expect(setTaskDone(text, 2, false)).toBe(text.replace('[x] two', '[ ] two'))
  expect(setTaskDone(text, 3, true)).toBe(text.replace('[ ] three', '[x] three'))
  for (const line of [0, 4, 5]) expect(setTaskDone(text, line, true)).toBeNull()
})
