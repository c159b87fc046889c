import 'server-only'
import Markdown, { type MarkdownIt, type RendererRule, type Token } from 'markdown-it'

/**
 * Renders a note's Markdown (CommonMark, tables, strikethrough, addresses, check boxes) as HTML. Raw HTML is shown as typed,
 * images become links, and no name from the text becomes an id, a class or a style. So nothing runs, and nothing is loaded
 * from anywhere. Bounded: the worst text found of 100 KB took a seventh of a second and became 0.9 MB.
 */
export function renderMarkdown(text: string): string {
  return (mayHaveTables(text) ? markdown : withoutTables).render(text)
}

/** Each row is filled up to the columns of the first: 100 KB could become 65,000 cells. */
function mayHaveTables(text: string): boolean {
  const lines = text.split('\n')
  const columns = lines.map((line) => (/^[\s|:>-]*$/.test(line) ? line.split('|').length : 0))
  return columns.reduce((most, count) => Math.max(most, count), 0) * lines.length <= mostCells
}

const mostCells = 20_000

function openMarkdown(): MarkdownIt {
  const markdown = new Markdown({ html: false, linkify: true, breaks: true, maxNesting: 20 }).disable('image')
  // Everything else stays text, `javascript:` and addresses relative to our own pages above all.
  markdown.validateLink = (url) => /^(https?|mailto|tel):/i.test(url)
  markdown.core.ruler.push('shape', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const outer = tokens[index - 2]
      if (token.type !== 'inline') shapeBlock(token)
      else if (outer?.type === 'list_item_open') showCheckBox(token, outer)
      for (const child of token.children ?? []) if (child.type === 'link_open') leadAway(child)
    }
  })
  // Reachable by keyboard, as a long line or a wide table scrolls.
  const code: RendererRule = (tokens, index) =>
    `<pre tabindex="0" dir="auto"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
  Object.assign(markdown.renderer.rules, {
    fence: code,
    code_block: code,
    table_open: () => '<div tabindex="0" role="group" aria-label="Table"><table>\n',
    table_close: () => '</table></div>\n',
  })
  return markdown
}

/** A new tab, which can't reach this one, learns nothing of where it was opened from, and lends no rank. */
function leadAway(link: Token): void {
  link.attrSet('target', '_blank')
  link.attrSet('rel', 'noopener noreferrer nofollow ugc')
}

const directed = /^(paragraph|heading|list_item|bullet_list|ordered_list|blockquote|th|td)_open$/

function shapeBlock(token: Token): void {
  // The page above a note has headings of its own: a title and a name.
  if (/^heading_/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
  if (!token.attrs && !directed.test(token.type)) return
  // A style would break the policy.
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1]
  token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
  if (align) token.attrSet('data-align', align)
  if (directed.test(token.type) && !token.hidden) token.attrSet('dir', 'auto')
}

/** `[ ]` and `[x]` at the beginning of a list item. */
function showCheckBox({ children }: Token, item: Token): void {
  const first = children?.[0]
  const mark = /^\[([ xX])\] /.exec(first?.type === 'text' ? first.content : '')?.[1]
  if (!first || !mark) return
  first.content = `${mark === ' ' ? '☐' : '☑'} ${first.content.slice(4)}`
  item.attrSet('data-check', '')
}

const markdown = openMarkdown()
const withoutTables = openMarkdown().disable('table')
