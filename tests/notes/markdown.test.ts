import { expect, test } from 'vitest'
import { renderMarkdown } from '@/lib/server/notes/markdown'

const away = 'target="_blank" rel="noopener noreferrer nofollow ugc"'

test.each([
  ['**bold** and *soft*', '<p dir="auto"><strong>bold</strong> and <em>soft</em></p>'],
  ['one\ntwo', '<p dir="auto">one<br>\ntwo</p>'],
  ['# One', '<h3 dir="auto">One</h3>'],
  ['##### Five', '<h6 dir="auto">Five</h6>'],
  ['[a](https://a.example)', `<p dir="auto"><a href="https://a.example" ${away}>a</a></p>`],
  ['https://a.example/b', `<p dir="auto"><a href="https://a.example/b" ${away}>https://a.example/b</a></p>`],
  ['a@b.example', `<p dir="auto"><a href="mailto:a@b.example" ${away}>a@b.example</a></p>`],
  ['[a](/app)', '<p dir="auto">[a](/app)</p>'],
  ['[a](javascript:alert(1))', '<p dir="auto">[a](javascript:alert(1))</p>'],
  [
    '![cat](https://a.example/cat.png)',
    `<p dir="auto">!<a href="https://a.example/cat.png" ${away}>cat</a></p>`,
  ],
  ['<b onclick=x>a</b>', '<p dir="auto">&lt;b onclick=x&gt;a&lt;/b&gt;</p>'],
  [
    '- [ ] buy\n- [x] cook',
    '<ul dir="auto">\n<li dir="auto" data-check="">☐ buy</li>\n<li dir="auto" data-check="">☑ cook</li>\n</ul>',
  ],
  ['```js" id="x\na < b\n```', '<pre tabindex="0" dir="auto"><code>a &lt; b\n</code></pre>'],
])('%j becomes %s', (text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html)
})

test('a table scrolls by itself, and aligns without a style', () => {
  const html = renderMarkdown('| a | b |\n|:-:|--:|\n| 1 | 2 |')
  expect(html).toMatch(/^<div tabindex="0" role="group" aria-label="Table"><table>/)
  expect(html).toContain('<td data-align="right" dir="auto">2</td>')
  expect(html).not.toContain('style')
})

test('a table that would become thousands of cells stays as typed', () => {
  const wide = `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|\n'.repeat(5_000)}`
  expect(renderMarkdown(wide)).not.toContain('<td')
  expect(renderMarkdown('|a|b|\n|-|-|\n'.concat('|1|2|\n'.repeat(1_000)))).toContain('<td')
})

/** Repeated to 100 KB. */
const hard = [
  '[',
  '[](',
  '[a](b',
  '![[',
  '*a_ ',
  '**_a',
  '> ',
  '- ',
  '`a``b',
  '<',
  '&',
  '\\',
  'a\n=\n',
  'http://a.b ',
  '"a"@',
  '|\n',
  '# ',
  '~~a',
  '[a]: /u\n',
]

test('what makes parsers slow or their output long becomes at most nine times as long', () => {
  for (const piece of hard) {
    const long = piece.repeat((100 * 1024) / piece.length)
    expect(renderMarkdown(long).length, piece).toBeLessThan(9 * long.length)
  }
})
