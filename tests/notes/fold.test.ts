import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '@/lib/notes/fold'

test.each([
  ['Größe', 'grosse'],
  ['kann', 'kan n'],
  ['カ', 'ガ'],
  ['ก', 'ข'],
  ['ที', 'ที่'],
  ['हिन्दी', 'हन्द'],
  ['שלום', 'שלם'],
  ['3.14', '314'],
  ['a_b', 'a-b'],
])('%j and %j stay two', (one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

test.each([
  ['A\u030angstro\u0308m', 'Ångström'],
  ['ANGSTROM', 'Ångström'],
  ['Donau\u00addampf\u200bschiff', 'Donaudampfschiff'],
  ['ＡＢＣ１２３', 'abc123'],
  ['ﬁsh ﬄ', 'fish ffl'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΌΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['ёлка', 'елка'],
  ['ｶﾞｷﾞ', 'ガギ'],
  ['か\u3099', 'が'],
  ['㍿', '株式会社'],
  ['서울', '서울'.normalize('NFD')],
  ['น้ำ', 'น้ํา'],
  ['می\u200cخواهم', 'میخواهم'],
  ['❤\ufe0f', '❤'],
  ['O’Neill', "o'neill"],
  ['„eins“', '"eins"'],
  ['1914–18', '1914-18'],
  ['a\u00a0b\u3000c', 'a b c'],
])('%j and %j look alike', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

/** Graphemes. */
const units = [..."aÉüøﬁΣςйЁệ1½²'“–-%_\\.東京が㍿서각ﷺ \n", ...'ｶﾞ น้ำ ที่ हि न्दी שׁ לָ مُ 👩‍👧 ❤️ 🇩🇪'.split(' ')]
const texts = fc.array(fc.constantFrom(...units), { maxLength: 12 })

const spellings: ((characters: string[]) => string)[] = [
  ...['NFC', 'NFD', 'NFKC'].map((form) => (characters: string[]) => characters.join('').normalize(form)),
  ...['', '\u00ad', '\u2060'].map((between) => (characters: string[]) => characters.join(between)),
  (characters) => characters.join('').toUpperCase(),
  (characters) => characters.join('').toLowerCase(),
  (characters) =>
    characters.join('').replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
]
const spelling = fc.constantFrom(...spellings)

test('any part of a text is found in it, however both are spelled', () => {
  const property = fc.property(texts, texts, texts, spelling, spelling, (start, middle, end, one, other) => {
    const text = fold(one([...start, ...middle, ...end]))
    for (const term of fold(other(middle)).split(/\s+/)) expect(text).toContain(term)
  })
  fc.assert(property, { numRuns: 5_000, seed: 20_261_126 })
})

test('a folded text has at most twice the length and 1,000, no half emoji, and folds to itself', () => {
  const unit = fc.oneof(fc.constantFrom(...units), fc.string({ unit: 'grapheme', maxLength: 1 }))
  const property = fc.property(fc.array(unit), fc.boolean(), (characters, isLong) => {
    const text = characters.join('').repeat(isLong ? 200 : 1)
    const folded = fold(text)
    expect(folded.length).toBeLessThanOrEqual(2 * text.length + 1_000)
    expect(folded).not.toMatch(/\p{Surrogate}/u)
    expect(fold(folded)).toBe(folded)
  })
  fc.assert(property, { numRuns: 2_000, seed: 20_261_126 })
  expect(fold('ﷺ'.repeat(34_000))).toHaveLength(69_000)
})

/** Normalization would sort them in 4 s. */
test.each([
  ['accents', '\u0301\u0316'],
  ['vowels', '\u05b0\u0591'],
  ['vowels with soft hyphens between', '\u05b0\u0591\u00ad'],
  ['vowels with joiners between', '\u05b0\u200d\u0591\u2060'],
  ['letters of half width that become marks', '\uff9e\u0591'],
  ['letters of half width with accents between', '\uff9e\u0301\u0591'],
])('a run of 100,000 marks becomes a short one: %s', (_, piece) => {
  const folded = fold(`a${piece.repeat(Math.ceil(100_000 / piece.length))}b`)
  expect(folded).toMatch(/^a\p{M}{0,16}b$/u)
})
