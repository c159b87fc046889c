import 'server-only'
import Markdown, {
  type Env,
  type MarkdownIt,
  type RendererRule,
  type StateBlock,
  type Token,
} from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { shapeBlock, shapeHeadings, shapeInline } from './markup'

/**
 * Renders a note's Markdown (CommonMark, tables, strikethrough, autolinks, check boxes) as HTML. Raw HTML is escaped, images
 * become links, and the text sets no id, class or style, so nothing in it runs or loads anything. Takes linear time, and
 * returns a text over the budget as typed. Headings start at `h2`. Each @ is written so that no proxy finds an address.
 */
export function renderMarkdown(text: string): string {
  return renderHtml(text).replaceAll('@', '&#64;')
}

function renderHtml(text: string): string {
  const budget: RenderBudget = { cells: 0, html: 0, isExceeded: false }
  const tokens = rich.parse(text, budget)
  if (budget.isExceeded) return plain.render(text)
  const html = rich.renderer.render(tokens, rich.options, budget)
  return html.length > maxHtmlLength ? plain.render(text) : html
}

/** Ten times the longest note. A link defined once and used often could become 400 MB. */
const maxHtmlLength = 1_000_000

/** Rows are padded to the columns of the first, so 2.6 KB could become 65,000 cells. */
const maxCells = 20_000

/** A quote counts 1, a list 2. Below the library's own limit, beyond which it drops text. */
const maxDepth = 36
const maxNesting = maxDepth + 4

/** Chinese, Japanese and Korean letters, also as surrogate pairs: the library's patterns don't have the `u` flag. */
const ideograph = String.raw`(?:[\u3005-\u3007\u3040-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud88f][\udc00-\udfff])`

type RenderBudget = Env & { cells: number; html: number; isExceeded: boolean }

const rich = createRichParser()
const plain = createPlainParser()

function createRichParser(): MarkdownIt {
  const markdown = new Markdown({ html: false, linkify: true, breaks: true, maxNesting }).use(cjkFriendly)
  separateAddresses(markdown)
  // Other schemes and relative addresses stay text. So does `http:a`, which is relative on a site without TLS.
  markdown.validateLink = (url) => /^(https?:\/\/|mailto:|tel:)/i.test(url)
  markdown.block.ruler.before('table', 'budget', stopOverBudget)
  markdown.core.ruler.push('shape', ({ tokens, env }) => {
    shapeHeadings(tokens)
    tokens.forEach(shapeBlock)
    tokens.forEach((_, index) => {
      shapeInline(markdown, tokens, index)
    })
    countLinks(markdown, tokens, env as RenderBudget)
  })
  // Focusable, as long lines and wide tables scroll.
  const line = (token: Token | undefined) =>
    token?.attrGet('data-line') ? ` data-line="${token.attrGet('data-line')}"` : ''
  const code: RendererRule = (tokens, index) =>
    `<pre dir="auto"${line(tokens[index])} tabindex="0" role="group" aria-label="Code"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
  Object.assign(markdown.renderer.rules, {
    fence: code,
    code_block: code,
    table_open: (tokens: Token[], index: number) =>
      `<div dir="auto"${line(tokens[index])} tabindex="0" role="group" aria-label="Table"><table>\n`,
    table_close: () => '</table></div>\n',
  })
  return markdown
}

/** Ends bare addresses at an ideograph, as at a space. Only a whole label of a domain may consist of them. */
function separateAddresses({ linkify: { re } }: MarkdownIt): void {
  re.src_ZCc += `|${ideograph}`
  re.src_ZPCc += `|${ideograph}`
  const domain = `(?:${re.get_domain().source}|${ideograph}{1,63})`
  re.get_domain = () => new RegExp(domain)
}

/** Renders only paragraphs and line breaks. */
function createPlainParser(): MarkdownIt {
  const markdown = new Markdown('zero', { breaks: true }).enable('newline')
  markdown.core.ruler.push('shape', ({ tokens }) => tokens.forEach(shapeBlock))
  return markdown
}

/** A block rule that stops parsing at too deep nesting or too many cells. Runs before each block. */
function stopOverBudget(state: StateBlock, startLine: number, endLine: number): boolean {
  const budget = state.env as RenderBudget
  budget.cells += countCells(state, startLine, endLine)
  budget.isExceeded ||= state.level > maxDepth || budget.cells > maxCells
  if (budget.isExceeded) state.line = endLine
  return budget.isExceeded
}

/** Adds up the links' HTML, as one address can be in thousands of them. */
function countLinks(markdown: MarkdownIt, tokens: Token[], budget: RenderBudget): void {
  for (const { children } of tokens)
    for (const child of children ?? []) {
      if (budget.isExceeded) return
      if (child.type === 'link_open') budget.html += markdown.renderer.renderAttrs(child).length
      budget.isExceeded = budget.html > maxHtmlLength
    }
}

/** The most cells that a table starting here can have: its columns times the lines until an empty one. */
function countCells(state: StateBlock, startLine: number, endLine: number): number {
  const ruleLine = startLine + 1
  if (ruleLine >= endLine) return 0
  const rule = state.src.slice(state.bMarks[ruleLine], state.eMarks[ruleLine])
  if (!/^[\s>]*[|:-][\s|:-]*$/.test(rule) || !/[|:]/.test(rule)) return 0
  let line = ruleLine
  while (line < endLine && !state.isEmpty(line)) line++
  return (line - startLine) * rule.split('|').length
}
