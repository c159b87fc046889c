import 'server-only'
import Markdown, {
  type Env,
  type MarkdownIt,
  type RendererRule,
  type StateBlock,
  type Token,
} from 'markdown-it'
import { shapeBlock, shapeHeadings, shapeInline } from './markup'

/**
 * Renders a note's Markdown (CommonMark, tables, strikethrough, addresses, check boxes) as HTML. Raw HTML is shown as typed,
 * images become links, and no name from the text becomes an id, a class or a style. So nothing runs, and nothing is loaded
 * from anywhere. Linear in the text and at most `maxHtmlLength` long: what would become more is shown as typed.
 * Its headings begin below the one of its page.
 */
export function renderMarkdown(text: string): string {
  const room: RenderBudget = { cells: 0, html: 0, isExceeded: false }
  const tokens = rich.parse(text, room)
  if (room.isExceeded) return plain.render(text)
  const html = rich.renderer.render(tokens, rich.options, room)
  return html.length > maxHtmlLength ? plain.render(text) : html
}

/** Characters: ten times the longest note. A link defined once and used often could become 400 MB. */
const maxHtmlLength = 1_000_000

/** Rows are filled up to the columns of the first, so 2.6 KB could become 65,000. */
const maxCells = 20_000

/** Of quotes (1) and lists (2). The library leaves out what is deeper than its own limit, so ours comes before. */
const maxDepth = 36
const maxNesting = maxDepth + 4

/** What a text has taken so far. */
type RenderBudget = Env & { cells: number; html: number; isExceeded: boolean }

const rich = createRichParser()
const plain = createPlainParser()

function createRichParser(): MarkdownIt {
  const markdown = new Markdown({ html: false, linkify: true, breaks: true, maxNesting })
  // Everything else stays text: scripts, files, and what means a page of ours. `http:a` does on a site without TLS.
  markdown.validateLink = (url) => /^(https?:\/\/|mailto:|tel:)/i.test(url)
  markdown.block.ruler.before('table', 'room', stopOverBudget)
  markdown.core.ruler.push('shape', ({ tokens, env }) => {
    shapeHeadings(tokens)
    tokens.forEach(shapeBlock)
    tokens.forEach((_, index) => {
      shapeInline(markdown, tokens, index)
    })
    countLinks(markdown, tokens, env as RenderBudget)
  })
  // Reachable by keyboard, as a long line or a wide table scrolls.
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

/** Paragraphs and line breaks, no Markdown. */
function createPlainParser(): MarkdownIt {
  const markdown = new Markdown('zero', { breaks: true }).enable('newline')
  markdown.core.ruler.push('shape', ({ tokens }) => tokens.forEach(shapeBlock))
  return markdown
}

/** Ends parsing where the text is too deep or has too many cells. Runs before each block. */
function stopOverBudget(state: StateBlock, startLine: number, endLine: number): boolean {
  const room = state.env as RenderBudget
  room.cells += countCells(state, startLine, endLine)
  room.isExceeded ||= state.level > maxDepth || room.cells > maxCells
  if (room.isExceeded) state.line = endLine
  return room.isExceeded
}

/** Stops at the limit: one address can be in thousands of links. */
function countLinks(markdown: MarkdownIt, tokens: Token[], room: RenderBudget): void {
  for (const { children } of tokens)
    for (const child of children ?? []) {
      if (room.isExceeded) return
      if (child.type === 'link_open') room.html += markdown.renderer.renderAttrs(child).length
      room.isExceeded = room.html > maxHtmlLength
    }
}

/** Of a table that starts here, at most: its columns by all lines until an empty one. */
function countCells(state: StateBlock, startLine: number, endLine: number): number {
  const ruleLine = startLine + 1
  if (ruleLine >= endLine) return 0
  const rule = state.src.slice(state.bMarks[ruleLine], state.eMarks[ruleLine])
  if (!/^[\s>]*[|:-][\s|:-]*$/.test(rule) || !/[|:]/.test(rule)) return 0
  let line = ruleLine
  while (line < endLine && !state.isEmpty(line)) line++
  return (line - startLine) * rule.split('|').length
}
