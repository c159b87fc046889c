import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nextBuildEdits } from '../support/builds/edited-build'
import { applyEdits, widerRoot } from '../support/builds/edited-copy'
import { withoutConsent } from '../support/builds/without-consent'

test.each([...withoutConsent, ...nextBuildEdits, widerRoot])(
  'the code to change in $file for a test or a measurement occurs once',
  ({ file, found }) => {
    expect(readFileSync(file, 'utf8').split(found)).toHaveLength(2)
  },
)

test('a changed source fails instead of being measured unedited', () => {
  for (const { file, found } of withoutConsent) {
    expect(() => applyEdits(withoutConsent, file, 'something else')).toThrow(file)
    expect(() => applyEdits(withoutConsent, file, found + found)).toThrow(file)
  }
})
