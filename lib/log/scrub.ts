/**
 * Removes secrets from untrusted text before logging. Every pattern runs in linear time: it takes a whole run
 * of characters, secret or not, and never restarts in its middle, as a stranger may send 64 KB of the worst
 * input.
 */

/** Removes tokens, cookies, email addresses, query values and user input, and truncates. */
export function scrub(text: string, longest = 1_000): string {
  const cut = text.slice(0, longest * 4)
  const clean = secrets.reduce((rest, replace) => replace(rest), cut)
  const isCut = cut.length < text.length
  const whole = isCut ? withoutBrokenEnd(clean) : clean
  return isCut || whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}

/**
 * Scrubs a requested path, decoding percent-encoding to find secrets. Keeps a shared note's ID, which grants
 * nothing by itself.
 */
export function scrubPath(path: string, longest: number): string {
  const readable = decoded(path)
  if (readable === null) return '/[…]'
  const clean = scrub(readable, longest)
  return clean === readable ? path.slice(0, longest) : clean
}

/** Secrets that may occur by accident, and their replacements. */
const secrets: readonly ((text: string) => string)[] = [
  // Drizzle includes a failed query's values, V8 the text that isn't JSON.
  (text) => text.replace(/(\n?params: )[\s\S]*?(?=\n {4}at |$)/g, '$1[…]'),
  withoutUnreadJson,
  (text) => text.replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 […]'),
  // Every base64url JSON object starts with this, including half a token, or one after `%3D`.
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

/** From the first quote to the last one before these words: the text may contain quotes itself. */
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

/** Longer than an email address, and than what V8 quotes of invalid JSON. */
const maxPartialWordLength = 256
const maxQuotationLength = 64

/**
 * A truncated text may end in half a secret that no pattern matches: removes the last word, or as much of it
 * as could be a secret, and an unclosed quote.
 */
function withoutBrokenEnd(text: string): string {
  if (/\[(…|token|mail)\]$/.test(text)) return text
  const named = text.replace(/(\w:\/\/)[^\s/@]*$/, '$1')
  const earliest = Math.max(0, named.length - maxPartialWordLength)
  let end = named.length
  while (end > earliest && /\S/.test(named.charAt(end - 1))) end--
  const quotation = named.indexOf('"', Math.max(0, named.length - maxQuotationLength))
  return named.slice(0, quotation === -1 ? end : Math.min(end, quotation))
}

/**
 * Decodes printable ASCII repeatedly; null if it never ends. The rest stays encoded: it hides no secrets, and
 * `%ff` or half a character shouldn't make the path unreadable.
 */
function decoded(path: string): string | null {
  let readable = path
  for (let round = 0; round < maxDecodeRounds; round++) {
    const next = readable.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    if (next === readable) return readable
    readable = next
  }
  return null
}

const maxDecodeRounds = 6
