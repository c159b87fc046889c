/**
 * Removes secrets from untrusted text before it is logged. As strangers may send 64 KB of the worst input, every pattern
 * runs in linear time: it takes a whole run of characters, secret or not, and never restarts in its middle.
 */

/** Removes tokens, cookies, email addresses, query values and user input, and truncates. */
export function scrub(text: string, maxLength = 1_000): string {
  const start = text.slice(0, maxLength * 4)
  const clean = secrets.reduce((rest, replace) => replace(rest), start)
  const isTruncated = start.length < text.length
  const safe = isTruncated ? withoutPartialSecret(clean) : clean
  return isTruncated || safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** Scrubs a requested path, also from percent-encoded secrets. A shared note's ID stays: alone it grants nothing. */
export function scrubPath(path: string, maxLength: number): string {
  const readable = decoded(path)
  if (readable === null) return '/[…]'
  const clean = scrub(readable, maxLength)
  return clean === readable ? path.slice(0, maxLength) : clean
}

/** Each replaces one kind of secret that may get into a text by accident. */
const secrets: readonly ((text: string) => string)[] = [
  // Drizzle quotes a failed query's values, V8 (below) the text that isn't JSON.
  (text) => text.replace(/(\n?params: )[\s\S]*?(?=\n {4}at |$)/g, '$1[…]'),
  withoutInvalidJson,
  (text) => text.replace(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 […]'),
  // Every JSON object in base64url starts with this, also in half a token, and in one after `%3D`.
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

/** Removes what V8 quotes, from the first quote to the last one before its words, as the text may contain quotes. */
function withoutInvalidJson(text: string): string {
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

/** More than an email address has, and than V8 quotes of invalid JSON. */
const maxPartialWordLength = 256
const maxQuotationLength = 64

/**
 * Removes the last word of a truncated text, or as much of it as could be a secret, and an unclosed quote: half a secret
 * matches no pattern.
 */
function withoutPartialSecret(text: string): string {
  if (/\[(…|token|mail)\]$/.test(text)) return text
  const named = text.replace(/(\w:\/\/)[^\s/@]*$/, '$1')
  const earliest = Math.max(0, named.length - maxPartialWordLength)
  let end = named.length
  while (end > earliest && /\S/.test(named.charAt(end - 1))) end--
  const quotation = named.indexOf('"', Math.max(0, named.length - maxQuotationLength))
  return named.slice(0, quotation === -1 ? end : Math.min(end, quotation))
}

/**
 * Decodes printable ASCII until nothing changes; null if that takes too many rounds. The rest stays encoded, as it hides no
 * secrets and may be invalid, like `%ff`.
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
