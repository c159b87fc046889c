import { expect, test } from 'vitest'
import { renderMarkdown } from '@/lib/server/notes/markdown'

const rel = 'rel="noopener noreferrer nofollow ugc"'
const away = `target="_blank" ${rel}`

/** A paragraph. */
const p = (html: string) => `<p dir="auto" data-line="0">${html}</p>`

test.each([
  ['words', '**bold** and *soft* ~~gone~~', p('<strong>bold</strong> and <em>soft</em> <s>gone</s>')],
  ['line breaks as typed', 'one\ntwo', p('one<br>\ntwo')],
  ['headings below the page’s', '# One', '<h2 dir="auto" data-line="0">One</h2>'],
  [
    'headings that leave no level out',
    '### One\n##### Two\n# Three',
    '<h2 dir="auto" data-line="0">One</h2>\n<h3 dir="auto" data-line="1">Two</h3>\n<h2 dir="auto" data-line="2">Three</h2>',
  ],
  [
    'headings no deeper than six',
    '# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6',
    [2, 3, 4, 5, 6, 6]
      .map((h, line) => `<h${h} dir="auto" data-line="${line}">${line + 1}</h${h}>`)
      .join('\n'),
  ],
  ['no ids from headings', '# location', '<h2 dir="auto" data-line="0">location</h2>'],
  ['a link', '[a](https://a.example "b")', p(`<a href="https://a.example" title="b" ${away}>a</a>`)],
  [
    'an address, known as one',
    'https://a.example/b',
    p(`<a href="https://a.example/b" ${away} data-bare="">https://a.example/b</a>`),
  ],
  [
    'an email address, in no new tab',
    'a@b.example',
    p(`<a href="mailto:a@b.example" ${rel}>a@b.example</a>`),
  ],
  ['a phone number', '[a](tel:123)', p(`<a href="tel:123" ${rel}>a</a>`)],
  [
    'a link by its address if it has no words',
    '[](http://a.b)',
    p(`<a href="http://a.b" ${away} data-bare="">http://a.b</a>`),
  ],
  ['file names', 'README.md, deploy.sh', p('README.md, deploy.sh')],
  ['a link to a page of ours', '[a](/app)', p('[a](/app)')],
  ['a link that is one of ours in disguise', '[a](http:app)', p('[a](http:app)')],
  ['a link to nowhere', '[a]()', p('a')],
  ['a link without a protocol', '[a](//a.example)', p('[a](//a.example)')],
  ['a script', '[a](javascript:alert(1))', p('[a](javascript:alert(1))')],
  ['an image', '![cat](https://a.b/c.png "d")', p(`<a href="https://a.b/c.png" title="d" ${away}>cat</a>`)],
  [
    'an image without words',
    '![](https://a.b/c.png)',
    p(`<a href="https://a.b/c.png" ${away} data-bare="">https://a.b/c.png</a>`),
  ],
  [
    'an image in a link',
    '[![cat](https://a.b/c.png)](https://d.e)',
    p(`<a href="https://d.e" ${away}>cat</a>`),
  ],
  ['an image of ours', '![cat](/icon.svg)', p('![cat](/icon.svg)')],
  ['raw HTML', '<b onclick=x>a</b>', p('&lt;b onclick=x&gt;a&lt;/b&gt;')],
  [
    'check boxes',
    '- [ ] buy\n- [X] cook',
    '<ul dir="auto" data-line="0">\n<li data-task="open"><label><input type="checkbox" disabled data-line="0"> buy</label></li>\n<li data-task="done"><label><input type="checkbox" disabled data-line="1" checked> cook</label></li>\n</ul>',
  ],
  [
    'code without the name of its language',
    '```js" id="x\na < b\n```',
    '<pre dir="auto" data-line="0" tabindex="0" role="group" aria-label="Code"><code>a &lt; b\n</code></pre>',
  ],
  [
    'a direction for the outermost alone',
    '> > a',
    '<blockquote dir="auto" data-line="0">\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>',
  ],
])('renders %s', (_, text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html)
})

test('a table scrolls by itself, and aligns without a style', () => {
  const html = renderMarkdown('| a | b |\n|:-:|--:|\n| 1 | 2 |')
  expect(html).toMatch(/^<div dir="auto" data-line="0" tabindex="0" role="group" aria-label="Table"><table>/)
  expect(html).toContain('<td data-align="right">2</td>')
  expect(html).not.toContain('style')
})

const shownAsTyped: [string, string, RegExp][] = [
  [
    'a table that would have 40,000 cells',
    `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(200)}`,
    /<td/,
  ],
  [
    'forty such tables',
    `|${'a|'.repeat(800)}\n|${'-|'.repeat(800)}\n${'|\n'.repeat(80)}\n`.repeat(40),
    /<td/,
  ],
  [
    'a definition used 10,000 times',
    `[a]: https://a.b/${'x'.repeat(50_000)}\n\n${'[a]'.repeat(10_000)}`,
    /<a/,
  ],
  ['a title used 10,000 times', `[a]: https://a.b "${'&'.repeat(50_000)}"\n\n${'[a]'.repeat(10_000)}`, /<a/],
  ['a list in forty lists', `${'- '.repeat(40)}end`, /<ul/],
  ['a quote in forty quotes', `${'> '.repeat(40)}end`, /<blockquote/],
]

test.each(shownAsTyped)('%s is shown as typed, and nothing of it is left out', (_, text, markup) => {
  const html = renderMarkdown(text)
  expect(html).not.toMatch(markup)
  const words = (shown: string) =>
    shown
      .replace(/<[^>]*>|\s/g, '')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
  expect(words(html).replaceAll('&amp;', '&')).toBe(text.replace(/\s/g, ''))
})

test('what notes really have is rendered: a table of 1,500 rows, lists in lists', () => {
  expect(renderMarkdown(`|a|b|c|\n|-|-|-|\n${'|1|2|3|\n'.repeat(1_500)}`)).toContain('<td>3</td>')
  const list = Array.from({ length: 15 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
  expect(renderMarkdown(list)).toContain('<li>level 14</li>')
})
