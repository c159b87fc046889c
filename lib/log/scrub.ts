/**
 * What may stand in the log of a text that anybody wrote. Each pattern reads its text once, however it is made up: a run
 * of characters is taken whole, with or without what would make it a secret, and never begun again in its middle. A
 * stranger may send 64 KB of the worst of them.
 */

/** Without tokens, cookies, mail addresses, query values and typed text, and not longer than allowed. */
export function scrub(text: string, longest = 1_000): string {
  const cut = text.slice(0, longest * 4)
  const clean = secrets.reduce((rest, replace) => replace(rest), cut)
  const isCut = cut.length < text.length
  const whole = isCut ? withoutBrokenEnd(clean) : clean
  return isCut || whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}

/** A path as requested; percent-encoding is seen through. The id of a shared note stays: alone it opens nothing. */
export function scrubPath(path: string, longest: number): string {
  const readable = decoded(path)
  if (readable === null) return '/[…]'
  const clean = scrub(readable, longest)
  return clean === readable ? path.slice(0, longest) : clean
}

/** What a text may hold by accident, and what stands in its place. */
const secrets: readonly ((text: string) => string)[] = [
  // Drizzle adds the values of a failed query, V8 the text that is no JSON.
  (text) => text.replace(/(\n?params: )[\s\S]*?(?=\n {4}at |$)/g, '$1[…]'),
  withoutUnreadJson,
  (text) => text.replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 […]'),
  // Every JSON object in base64url begins with it: also half a token, and one behind `%3D`.
  (text) => text.replace(/eyJ[\w-]{5,}[\w.-]*/g, '[token]'),
  (text) =>
    text.replace(
      /\b(__session|__Host-[\w-]*|oobCode|apiKey|password|secret)(=[^\s;&'")]+)?/gi,
      (all, name: string, value?: string) => (value ? `${name}=[…]` : all),
    ),
  (text) => text.replace(/(\w:\/\/)[^\s/@]+@/g, '$1[…]@'),
  (text) =>
    text.replace(/[\w.+-]+(@[\w-]+(\.[\w-]+)+)?/g, (all, domain?: string) => (domain ? '[mail]' : all)),
  (text) => text.replace(/\?[^\s'")<>]+/g, '?[…]'),
]

/** From the first quotation mark to the one before these words: what was read may hold such marks itself. */
function withoutUnreadJson(text: string): string {
  let clean = ''
  let from = 0
  for (const end of text.matchAll(/"(\.{3})? is not valid JSON/g)) {
    const start = text.indexOf('"', from)
    if (start === end.index) continue
    clean += `${text.slice(from, start)}[…] is not valid JSON`
    from = end.index + end[0].length
  }
  return clean + text.slice(from)
}

/** Longer than a mail address; and than what V8 quotes of a text that is no JSON. */
const longestHalfWord = 256
const longestQuotation = 64

/**
 * The end of a text that was cut may be half of a secret, which no pattern knows: the last word goes, or as much of it
 * as could be one, and a quotation that has no end.
 */
function withoutBrokenEnd(text: string): string {
  if (/\[(…|token|mail)\]$/.test(text)) return text
  const named = text.replace(/(\w:\/\/)[^\s/@]*$/, '$1')
  const earliest = Math.max(0, named.length - longestHalfWord)
  let end = named.length
  while (end > earliest && /\S/.test(named.charAt(end - 1))) end--
  const quotation = named.indexOf('"', Math.max(0, named.length - longestQuotation))
  return named.slice(0, quotation === -1 ? end : Math.min(end, quotation))
}

/**
 * Without percent-encoding of what is printed in ASCII, however often it was encoded; null if that finds no end. The rest
 * stays as it is: there is no secret in it, and `%ff` or half a character makes no path unreadable.
 */
function decoded(path: string): string | null {
  let readable = path
  for (let round = 0; round < mostRounds; round++) {
    const next = readable.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    if (next === readable) return readable
    readable = next
  }
  return null
}

const mostRounds = 6
