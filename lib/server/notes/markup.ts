import 'server-only'
/** Changes to markdown-it's tokens before rendering. */
import Markdown, { type MarkdownIt, type Token } from 'markdown-it'

/** Starts headings at `h2`, below the page's own, and skips no level. */
export function shapeHeadings(tokens: Token[]): void {
  let level = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(6, 1 + Number(token.tag.slice(1)), level + 1)
    if (/^heading_/.test(token.type)) token.tag = `h${level}`
  }
}

/** Sets the text direction and source line, and replaces the alignment's `style`, which the CSP forbids. */
export function shapeBlock(token: Token): void {
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
  if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'style')
  if (align) token.attrSet('data-align', align)
  // Only on outermost blocks: `auto` skips children with their own `dir`, so a list of them would never turn.
  if (token.level !== 0 || token.nesting === -1) return
  if (token.nesting === 1) token.attrSet('dir', 'auto')
  if (token.map) token.attrSet('data-line', String(token.map[0]))
}

/** Changes the links, images and check boxes of the inline token at `index`. */
export function shapeInline(markdown: MarkdownIt, tokens: Token[], index: number): void {
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
