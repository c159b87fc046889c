/**
 * Folds a text for searching, notes and searches alike: ignores case, accents, composition, and width. Takes linear time. A
 * character may become 18, so the result is cut at twice the text's length plus `slack`.
 */
export function fold(text: string): string {
  const decomposed = text.replace(ignorable, '').replace(longRuns, '$1').normalize('NFKD')
  const plain = decomposed.replace(ignorable, '').toLowerCase().replace(variants, plainVariant)
  return truncateWellFormed(plain.normalize('NFC'), 2 * text.length + slack)
}

/** Keeps short texts with a few such characters whole. */
const slack = 1_000

/** Accents and invisible characters. Not all marks: those of Thai and Hindi are vowels. */
const ignorable = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu

/** Normalization sorts marks in quadratic time. The two halfwidth letters become marks. */
const longRuns = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu

/** Final sigma, and the typographic quotes and dashes that keyboards insert. */
const variants = /[ς‘’‚‛“”„‟‐‑‒–—―−]/g

function plainVariant(character: string): string {
  if (character === 'ς') return 'σ'
  if ('‘’‚‛'.includes(character)) return "'"
  return '“”„‟'.includes(character) ? '"' : '-'
}

/** Doesn't cut a surrogate pair in half. */
function truncateWellFormed(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1))
  return text.slice(0, isHalf ? maxLength - 1 : maxLength)
}
