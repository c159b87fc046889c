import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '@/lib/server/notes/markdown'
import { hardTexts } from './hard-texts'
import { corpus } from './xss-corpus'

const rel = 'noopener noreferrer nofollow ugc'
const scrolls = ' tabindex="0" role="group" aria-label="(Code|Table)"'
const words = '[^"<>]*'
const line = ' data-line="\\d+"'

/** All tags that a rendered note may have. */
const tags = new RegExp(
  `^<(${[
    '/?(p|h[2-6]|blockquote|ul|ol|pre|table|thead|tbody|tr|th|td|li|code|strong|em|s|br|hr|div|a|label)',
    '(p|h[2-6]|blockquote|ul|ol) dir="auto"',
    'ol( start="\\d+")( dir="auto")?',
    'li data-task="(open|done)"',
    '(th|td) data-align="(left|center|right)"',
    `(pre|div) dir="auto"${scrolls}`,
    'hr',
    `input type="checkbox" disabled${line}( checked)?`,
    `a href="https?://${words}"( title="${words}")? target="_blank" rel="${rel}"( data-bare="")?`,
    `a href="(mailto|tel):${words}"( title="${words}")? rel="${rel}"`,
  ].join('|')})>`,
  'i',
)

/** Returns what isn't one of the tags above, or isn't closed correctly; null if all is well. */
function wrongWith(html: string): string | null {
  const open: string[] = []
  for (const { 0: tag, index } of html.matchAll(/<[^>]*>?/g)) {
    if (!tags.test(tag)) return `${tag} at ${index}`
    const name = /[a-z]\w*/.exec(tag)?.[0] ?? ''
    if (['br', 'hr', 'input'].includes(name)) continue
    if (!tag.startsWith('</')) open.push(name)
    else if (open.pop() !== name) return `${tag} closes nothing at ${index}`
  }
  const rest = html.replace(/<[^>]*>/g, '')
  if (/[<>]/.test(rest)) return 'a bare angle bracket'
  return open.length === 0 ? null : `${open} stays open`
}

test('no public payload becomes more than a note’s markup', () => {
  expect(new Set(corpus).size).toBeGreaterThan(120)
  for (const payload of [
    ...corpus,
    ...corpus.map((text) => `a ${text} b`),
    corpus.join('\n\n'),
    corpus.join(' '),
  ])
    expect(wrongWith(renderMarkdown(payload)), payload.slice(0, 200)).toBeNull()
})

test('neither do hard texts, nor random texts of such pieces', () => {
  for (const text of hardTexts(2_000)) expect(wrongWith(renderMarkdown(text)), text.slice(0, 40)).toBeNull()
  const pieces = corpus.flatMap((text) => text.split(/\b/))
  const text = fc.array(
    fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('\n', '\n\n', '  ', '|'), fc.string()),
  )
  fc.assert(
    fc.property(text, (parts) => wrongWith(renderMarkdown(parts.join(''))) === null),
    { numRuns: 1_000, seed: 20_261_123 },
  )
})
