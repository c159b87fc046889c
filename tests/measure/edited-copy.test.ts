import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edited } from '@/scripts/measure/edited-copy'
import { withoutCheck } from '@/scripts/measure/unchecked-site'
import { withoutConsent } from '@/scripts/measure/without-consent'

const edits = [...withoutCheck, ...withoutConsent]

test.each(edits)('what is taken out of $file to be measured is there, once', ({ file, found }) => {
  const source = readFileSync(file, 'utf8')
  expect(source.split(found)).toHaveLength(2)
  expect(edited(edits, file, source)).not.toContain(found)
})

test('a source that has moved on is not measured as it is', () => {
  for (const { file, found } of edits) {
    expect(() => edited(edits, file, 'something else')).toThrow(file)
    expect(() => edited(edits, file, found + found)).toThrow(file)
  }
})
