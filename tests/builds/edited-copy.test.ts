import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyEdits } from '../support/builds/edited-copy'
import { withoutConsent } from '../support/builds/without-consent'

test.each(withoutConsent)('what is taken out of $file to be measured is there, once', ({ file, found }) => {
  const source = readFileSync(file, 'utf8')
  expect(source.split(found)).toHaveLength(2)
  expect(applyEdits(withoutConsent, file, source)).not.toContain(found)
})

test('a source that has moved on is not measured as it is', () => {
  for (const { file, found } of withoutConsent) {
    expect(() => applyEdits(withoutConsent, file, 'something else')).toThrow(file)
    expect(() => applyEdits(withoutConsent, file, found + found)).toThrow(file)
  }
})
