import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyEdits } from '../support/builds/edited-copy'
import { withoutConsent } from '../support/builds/without-consent'

test.each(withoutConsent)(
  'the code to remove from $file for a measurement occurs once',
  ({ file, found }) => {
    const source = readFileSync(file, 'utf8')
    expect(source.split(found)).toHaveLength(2)
    expect(applyEdits(withoutConsent, file, source)).not.toContain(found)
  },
)

test('a changed source fails instead of being measured unedited', () => {
  for (const { file, found } of withoutConsent) {
    expect(() => applyEdits(withoutConsent, file, 'something else')).toThrow(file)
    expect(() => applyEdits(withoutConsent, file, found + found)).toThrow(file)
  }
})
