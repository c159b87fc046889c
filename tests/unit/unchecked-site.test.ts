import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edits, withoutCheck } from '@/scripts/measure/unchecked-site'

test.each(edits)('what measure:session takes out of $file is there, once', ({ file, found, replacement }) => {
  const changed = withoutCheck(file, readFileSync(file, 'utf8'))
  expect(changed).not.toContain(found)
  expect(changed).toContain(replacement)
})

test('a source that has moved on is not measured as it is', () => {
  for (const { file, found } of edits) {
    expect(() => withoutCheck(file, 'something else')).toThrow(file)
    expect(() => withoutCheck(file, found + found)).toThrow(file)
  }
})
