/**
 * A text as a search compares it, the same for notes and for what is searched. Spellings that look alike are one: either case,
 * with or without accents, composed or not, full or half width. Takes linear time. A character may become 18: what would be
 * longer than twice the text and `slack` loses its end.
 */
export function fold(text: string): string {
  const decomposed = text.replace(unseen, '').replace(longRuns, '$1').normalize('NFKD')
  const plain = decomposed.replace(unseen, '').toLowerCase().replace(variants, plainVariant)
  return wellFormedStart(plain.normalize('NFC'), 2 * text.length + slack)
}

/** So that a short text with a few such characters is found as a whole. */
const slack = 1_000

/** Accents, and what has no width. Not every mark: vowels of Thai and Hindi are marks, too. */
const unseen = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu

/** Sorting marks takes the square of their number. The two of half width are letters and become marks. */
const longRuns = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu

/** Final sigma, and the quotation marks and dashes that keyboards put in place of those typed. */
const variants = /[ς‘’‚‛“”„‟‐‑‒–—―−]/g

function plainVariant(character: string): string {
  if (character === 'ς') return 'σ'
  if ('‘’‚‛'.includes(character)) return "'"
  return '“”„‟'.includes(character) ? '"' : '-'
}

/** Without half a surrogate pair at its end. */
function wellFormedStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1))
  return text.slice(0, isHalf ? maxLength - 1 : maxLength)
}
