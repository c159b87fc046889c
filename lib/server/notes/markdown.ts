import 'server-only'
import Markdown, {
  type Env,
  type MarkdownIt,
  type RendererRule,
  type StateBlock,
  type Token,
} from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'

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
  const code: RendererRule = (tokens, index) =>
    `<pre dir="auto" tabindex="0" role="group" aria-label="Code"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
  Object.assign(markdown.renderer.rules, {
    fence: code,
    code_block: code,
    table_open: () => '<div dir="auto" tabindex="0" role="group" aria-label="Table"><table>\n',
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

// Changes to the library's tokens before rendering.

/** Starts headings at `h2`, below the page's own, and skips no level. */
function shapeHeadings(tokens: Token[]): void {
  let level = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(6, 1 + Number(token.tag.slice(1)), level + 1)
    if (/^heading_/.test(token.type)) token.tag = `h${level}`
  }
}

/** Sets the text direction, and replaces the alignment's `style`, which the CSP forbids. */
function shapeBlock(token: Token): void {
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
  if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'style')
  if (align) token.attrSet('data-align', align)
  // Only on outermost blocks: `auto` skips children with their own `dir`, so a list of them would never turn.
  if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto')
}

/** Changes the links, images and check boxes of the inline token at `index`. */
function shapeInline(markdown: MarkdownIt, tokens: Token[], index: number): void {
  const token = tokens[index]
  if (!token?.children) return
  token.children = nameLinks(markdown, token.children)
  token.children.forEach((child, position, children) => {
    if (child.type !== 'link_open') return
    hardenLink(child)
    const address = addressOf(markdown, child, 'href')
    // Print styles show the address of all other links.
    if (/^http/i.test(address) && children[position + 1]?.content === address) child.attrSet('data-bare', '')
  })
  const item = tokens[index - 2]
  if (item?.type === 'list_item_open') renderCheckBox(item, token)
}

/** Opens in a new tab without opener or referrer, and gives no search ranking. */
function hardenLink(link: Token): void {
  // `mailto:` and `tel:` open a program and would leave an empty tab.
  if (/^http/i.test(String(link.attrGet('href')))) link.attrSet('target', '_blank')
  link.attrSet('rel', 'noopener noreferrer nofollow ugc')
}

/** Turns images into links named by their alternative text, and names links without text by their address. */
function nameLinks(markdown: MarkdownIt, children: Token[]): Token[] {
  let isLinked = false
  return children.flatMap((child, index) => {
    // The library doesn't call `validateLink` for an empty address, which is the page itself.
    if (child.type === 'link_open' && child.attrGet('href') === '') return []
    if (child.type === 'link_close' && !isLinked) return []
    if (child.type === 'link_open') isLinked = true
    if (child.type === 'link_close') isLinked = false
    if (child.type === 'link_open' && children[index + 1]?.type === 'link_close')
      return [child, textOf(addressOf(markdown, child, 'href'))]
    if (child.type !== 'image') return child
    const address = addressOf(markdown, child, 'src')
    const alternative = markdown.renderer
      .renderInlineAsText(child.children ?? [], markdown.options, {})
      .trim()
    const text = textOf(alternative || address)
    if (isLinked || address === '') return text
    const link = new Markdown.Token('link_open', 'a', 1)
    link.attrSet('href', String(child.attrGet('src')))
    const title = child.attrGet('title')
    if (title) link.attrSet('title', String(title))
    return [link, text, new Markdown.Token('link_close', 'a', -1)]
  })
}

/** Renders `[ ]` and `[x]` at the start of a list item as a check box with its source line. */
function renderCheckBox(item: Token, { children, map }: Token): void {
  const first = children?.[0]
  const mark = /^\[([ xX])\] /.exec(first?.type === 'text' ? first.content : '')?.[1]
  if (!first || !children || !map || !mark) return
  first.content = first.content.slice(4)
  item.attrSet('data-task', mark === ' ' ? 'open' : 'done')
  const state = mark === ' ' ? '' : ' checked'
  children.unshift(htmlOf(`<label><input type="checkbox" disabled data-line="${map[0]}"${state}> `))
  children.push(htmlOf('</label>'))
}

function htmlOf(content: string): Token {
  const token = new Markdown.Token('html_inline', '', 0)
  token.content = content
  return token
}

function addressOf(markdown: MarkdownIt, token: Token, attribute: string): string {
  return markdown.normalizeLinkText(String(token.attrGet(attribute) ?? ''))
}

function textOf(content: string): Token {
  const token = new Markdown.Token('text', '', 0)
  token.content = content
  return token
}
