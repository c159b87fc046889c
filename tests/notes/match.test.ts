import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '@/lib/notes/fold'
import { matchIn } from '@/lib/notes/match'

const shown = (line: string, ...terms: string[]) => {
  const match = matchIn(line, terms)
  return match && [match.text, ...match.marks.map(([start, end]) => match.text.slice(start, end))]
}

test.each<[what: string, line: string, terms: string[], ...shown: string[]]>([
  ['every occurrence of any term', 'an apple, a pear, an Apple', ['apple', 'pear'], 'apple', 'pear', 'Apple'],
  [
    'another spelling',
    'In Ｚｕ\u0308ｒｉｃｈ, Zu\u00adrich',
    ['zurich'],
    'Ｚｕ\u0308ｒｉｃｈ',
    'Zu\u00adrich',
  ],
  ['a part of a character as the whole', 'the ﬁnal 👩🏽‍🚀', ['fi', '👩'], 'ﬁ', '👩🏽‍🚀'],
  ['terms that overlap as one', 'bananas', ['anan', 'nana'], 'anana'],
])('marks %s', (_, line, terms, ...marks) => {
  expect(shown(line, ...terms)).toEqual([line, ...marks])
})

test('shows 160 characters of a long line around the first one, and no half of an emoji', () => {
  const match = matchIn(`${'🚪'.repeat(900)} here ${'🚪'.repeat(900)} here`, ['here'])
  expect(match?.text).toMatch(/^…(🚪){25} here (🚪)+…$/u)
  expect(match?.text.length).toBeLessThanOrEqual(162)
  expect(match?.marks).toHaveLength(1)
  expect(matchIn('elsewhere', ['nowhere'])).toBeNull()
})

test('whatever a line and the terms are, each mark has a term, in order, within the text', () => {
  const line = fc.string({ unit: fc.constantFrom(...'aAäbﬁ́ ß🚪한가'), maxLength: 400 })
  const term = fc.string({ unit: fc.constantFrom(...'abfi🚪'), minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(line, fc.array(term, { minLength: 1, maxLength: 3 }), (text, terms) => {
      const match = matchIn(text, terms)
      const isThere = terms.some((one) => fold(text).includes(one))
      expect((match?.marks.length ?? 0) > 0).toBe(isThere)
      let last = 0
      for (const [start, end] of match?.marks ?? []) {
        expect(terms.some((one) => fold(match?.text.slice(start, end) ?? '').includes(one))).toBe(true)
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeLessThanOrEqual(match?.text.length ?? 0)
        last = end
      }
    }),
  )
})
