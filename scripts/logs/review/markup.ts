/** HTML with all texts escaped: strangers choose paths, names of bots and messages. */
import { escapeHtml } from '../../../lib/http/standalone'
import { printable } from '../../../lib/log/record'

/** Only `html` and `joinMarkup` create it. */
export type Markup = { readonly html: string; readonly brand: typeof brand }

type Part = Markup | string | number | null | readonly Markup[]

/** The template with its texts escaped, also characters that change the writing direction. Null renders nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = literals.reduce(
    (whole, literal, index) => `${whole}${toHtml(parts[index - 1] ?? null)}${literal}`,
  )
  return { html: text, brand }
}

/** Markup with a separator between the parts. */
export function joinMarkup(parts: readonly Markup[], separator: string): Markup {
  return { html: parts.map((part) => part.html).join(escapeHtml(separator)), brand }
}

function toHtml(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escapeHtml(printable(part))
  return 'html' in part ? part.html : part.map((one) => one.html).join('')
}

const brand = Symbol('markup')
