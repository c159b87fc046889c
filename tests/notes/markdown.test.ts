import { expect, test } from 'vitest'
import { renderMarkdown } from '@/lib/server/notes/markdown'

const rel = 'rel="noopener noreferrer nofollow ugc"'
const away = `target="_blank" ${rel}`

const block = 'dir="auto"'
const bare = (url: string) => `<a href="${url}" ${away} data-bare="">${url}</a>`
const p = (html: string) => `<p ${block}>${html}</p>`
const headings = (levels: number[]) =>
  levels.map((level, line) => `<h${level} ${block}>${line + 1}</h${level}>`).join('\n')

test.each([
  ['words', '**bold** and *soft* ~~gone~~', p('<strong>bold</strong> and <em>soft</em> <s>gone</s>')],
  ['line breaks as typed', 'one\ntwo', p('one<br>\ntwo')],
  ['headings from h2, without skipping a level', '### 1\n##### 2\n# 3', headings([2, 3, 2])],
  ['headings to h6', '# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6', headings([2, 3, 4, 5, 6, 6])],
  ['no ids from headings', '# location', `<h2 ${block}>location</h2>`],
  ['a link', '[a](https://a.example "b")', p(`<a href="https://a.example" title="b" ${away}>a</a>`)],
  ['an address', 'https://a.b/c', p(bare('https://a.b/c'))],
  ['emphasis beside full-width signs', '**注意：**正文', p('<strong>注意：</strong>正文')],
  ['an address up to an ideograph', '看https://a.b/c是', p(`看${bare('https://a.b/c')}是`)],
  ['a domain up to a syllable', 'http://a.b입니다', p(`${bare('http://a.b')}입니다`)],
  ['no ideographs in brackets behind an address', 'http://a.b/(是)', p(`${bare('http://a.b/')}(是)`)],
  [
    'a domain of ideographs',
    'https://例え.jp/aです',
    p(`<a href="https://xn--r8jz45g.jp/a" ${away} data-bare="">https://例え.jp/a</a>です`),
  ],
  [
    'an email address between letters',
    'はa@b.coへ',
    p(`は<a href="mailto:a&#64;b.co" ${rel}>a&#64;b.co</a>へ`),
  ],
  ['an email address, in no new tab', 'a@b.co', p(`<a href="mailto:a&#64;b.co" ${rel}>a&#64;b.co</a>`)],
  ['a phone number', '[a](tel:123)', p(`<a href="tel:123" ${rel}>a</a>`)],
  ['a link without text', '[](http://a.b)', p(bare('http://a.b'))],
  ['file names', 'README.md, deploy.sh', p('README.md, deploy.sh')],
  ['a link to a page of ours', '[a](/app)', p('[a](/app)')],
  ['a link that is one of ours in disguise', '[a](http:app)', p('[a](http:app)')],
  ['a link to nowhere', '[a]()', p('a')],
  ['a link without a protocol', '[a](//a.example)', p('[a](//a.example)')],
  ['a script', '[a](javascript:alert(1))', p('[a](javascript:alert(1))')],
  ['an image', '![cat](https://a.b/c.png "d")', p(`<a href="https://a.b/c.png" title="d" ${away}>cat</a>`)],
  ['an image without text', '![](http://a.b)', p(bare('http://a.b'))],
  ['an image in a link', '[![cat](http://a.b)](http://d.e)', p(`<a href="http://d.e" ${away}>cat</a>`)],
  ['an image of ours', '![cat](/icon.svg)', p('![cat](/icon.svg)')],
  ['raw HTML', '<b onclick=x>a</b>', p('&lt;b onclick=x&gt;a&lt;/b&gt;')],
  [
    'check boxes',
    '- [ ] buy\n- [X] cook',
    `<ul ${block}>\n<li data-task="open"><label><input type="checkbox" disabled data-line="0"> buy</label></li>\n<li data-task="done"><label><input type="checkbox" disabled data-line="1" checked> cook</label></li>\n</ul>`,
  ],
  [
    'code without its language',
    '```js" id="x\na < b\n```',
    `<pre ${block} tabindex="0" role="group" aria-label="Code"><code>a &lt; b\n</code></pre>`,
  ],
  [
    'the direction of outermost blocks only',
    '> > a',
    `<blockquote ${block}>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>`,
  ],
])('renders %s', (_, text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html)
})

test('a table scrolls, and aligns without a style', () => {
  const html = renderMarkdown('| a | b |\n|:-:|--:|\n| 1 | 2 |')
  expect(html).toMatch(/^<div dir="auto" tabindex="0" role="group" aria-label="Table"><table>/)
  expect(html).toContain('<td data-align="right">2</td>')
  expect(html).not.toContain('style')
})

const table = (columns: number, rows: number) =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|\n'.repeat(rows)}`
const shownAsTyped: [what: string, text: string, markup: RegExp][] = [
  ['a table of 40,000 cells', table(200, 200), /<td/],
  ['forty large tables', `${table(800, 80)}\n`.repeat(40), /<td/],
  [
    'a definition used 10,000 times',
    `[a]: https://a.b/${'x'.repeat(50_000)}\n\n${'[a]'.repeat(10_000)}`,
    /<a/,
  ],
  ['a title used 10,000 times', `[a]: https://a.b "${'&'.repeat(50_000)}"\n\n${'[a]'.repeat(10_000)}`, /<a/],
  ['a list in forty lists', `${'- '.repeat(40)}end`, /<ul/],
  ['a quote in forty quotes', `${'> '.repeat(40)}end`, /<blockquote/],
]

test.each(shownAsTyped)('%s is shown as typed, completely', (_, text, markup) => {
  const html = renderMarkdown(text)
  expect(html).not.toMatch(markup)
  const words = (shown: string) =>
    shown
      .replace(/<[^>]*>|\s/g, '')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
  expect(words(html).replaceAll('&amp;', '&')).toBe(text.replace(/\s/g, ''))
})

test('what real notes have is rendered: a table of 1,500 rows, nested lists', () => {
  expect(renderMarkdown(`|a|b|c|\n|-|-|-|\n${'|1|2|3|\n'.repeat(1_500)}`)).toContain('<td>3</td>')
  const list = Array.from({ length: 15 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
  expect(renderMarkdown(list)).toContain('<li>level 14</li>')
})
