import 'server-only'
/** What becomes of Markdown's parts, beyond what the library makes of them. */
import Markdown, { type MarkdownIt, type Token } from 'markdown-it'

/** Headings from the second level, as the page's own is above them, and never skipping a level. */
export function shapeHeadings(tokens: Token[]): void {
  let level = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(6, 1 + Number(token.tag.slice(1)), level + 1)
    if (/^heading_/.test(token.type)) token.tag = `h${level}`
  }
}

/** Direction by content, alignment without a style, which would break the policy, and the line of the text that it begins in. */
export function shapeBlock(token: Token): void {
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
  if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'style')
  if (align) token.attrSet('data-align', align)
  // The outermost alone: `auto` skips what has a direction of its own, so a list of such items would never turn.
  if (token.level !== 0 || token.nesting === -1) return
  if (token.nesting === 1) token.attrSet('dir', 'auto')
  if (token.map) token.attrSet('data-line', String(token.map[0]))
}

/** Links, images and check boxes of the inline token at this place. */
export function shapeInline(markdown: MarkdownIt, tokens: Token[], index: number): void {
  const token = tokens[index]
  if (!token?.children) return
  token.children = withNamedLinks(markdown, token.children)
  token.children.forEach((child, place, children) => {
    if (child.type !== 'link_open') return
    leadAway(child)
    const address = addressOf(markdown, child, 'href')
    // On paper the others say where they lead, too.
    if (/^http/i.test(address) && children[place + 1]?.content === address) child.attrSet('data-bare', '')
  })
  const item = tokens[index - 2]
  if (item?.type === 'list_item_open') showCheckBox(item, token)
}

/** A new tab, which can't reach this one, learns nothing of where it was opened from, and lends no rank. */
function leadAway(link: Token): void {
  // Mail and phone open a program: a tab would stay empty.
  if (/^http/i.test(String(link.attrGet('href')))) link.attrSet('target', '_blank')
  link.attrSet('rel', 'noopener noreferrer nofollow ugc')
}

/** Images become links by their alternative text, or that text within a link; a link without words shows its address. */
function withNamedLinks(markdown: MarkdownIt, children: Token[]): Token[] {
  let isLinked = false
  return children.flatMap((child, index) => {
    // The library doesn't ask our rule about an empty address, which is the page itself.
    if (child.type === 'link_open' && child.attrGet('href') === '') return []
    if (child.type === 'link_close' && !isLinked) return []
    if (child.type === 'link_open') isLinked = true
    if (child.type === 'link_close') isLinked = false
    if (child.type === 'link_open' && children[index + 1]?.type === 'link_close')
      return [child, textOf(addressOf(markdown, child, 'href'))]
    if (child.type !== 'image') return child
    const address = addressOf(markdown, child, 'src')
    const words = markdown.renderer.renderInlineAsText(child.children ?? [], markdown.options, {}).trim()
    const text = textOf(words || address)
    if (isLinked || address === '') return text
    const link = new Markdown.Token('link_open', 'a', 1)
    link.attrSet('href', String(child.attrGet('src')))
    const title = child.attrGet('title')
    if (title) link.attrSet('title', String(title))
    return [link, text, new Markdown.Token('link_close', 'a', -1)]
  })
}

/** `[ ]` and `[x]` at the beginning of a list item. The page of its owner lets them be ticked, by the line they are in. */
function showCheckBox(item: Token, { children, map }: Token): void {
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
