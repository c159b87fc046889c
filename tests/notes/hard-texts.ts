/**
 * Texts that make Markdown parsers slow, or their output long: the pathological tests of CommonMark and markdown-it, and what
 * other libraries failed at (docs/decisions/notes.md).
 */

/** Texts of at most this many characters. */
export function hardTexts(length: number): string[] {
  const fill = (piece: string, share = 1) => piece.repeat(Math.floor((length * share) / piece.length))
  return [
    ...repeated.map((piece) => fill(piece)),
    ...nested.map(([open, close]) => {
      const depth = Math.floor(length / (open.length + close.length))
      return open.repeat(depth) + close.repeat(depth)
    }),
    ...begun.map(([start, piece]) => (start + fill(piece)).slice(0, length)),
    ...growing.map((line) => {
      let text = ''
      for (let index = 0; text.length < length; index++) text += line(index)
      return text.slice(0, length)
    }),
    // As many columns as rows.
    ['|', '-|', '|\n']
      .map((piece) => piece.repeat(Math.sqrt(length) * 4))
      .join('\n')
      .slice(0, length),
  ]
}

/** Pieces to repeat, separated by `¦`. */
const repeated = [
  // Brackets, links, images
  '[¦[](¦[a](b¦![[¦[a][¦![](¦[*¦[a](b "¦[a](<b¦[](http://a.b)¦![](http://a)¦]',
  // Emphasis
  '*a_ ¦**_a¦a**bc* ¦*a **a ¦***a_b~~¦_ a __ b * c ** d ~~¦a*¦*_¦~~a¦*a*¦a *b c** d',
  // Quotes and lists
  '> ¦>¦- ¦* a\n¦1. ¦1. a\n¦> - ¦- > ¦- a\n+ b\n¦- a\n\n  b\n\n¦-\n¦>a\n\n¦> a\nb\n',
  // Code
  '`a``b¦``` a\n¦```\n~~~\n¦`a ¦    a\n¦\ta\n\nb\n',
  // HTML and entities
  '<¦<a ¦<http://a ¦<!--¦<?¦<![CDATA[¦<a href="¦&¦&amp¦&#x1¦&quot;¦"¦\\¦\\*',
  // Addresses
  'http://a.b ¦http://¦http://a.b/(¦www.¦a.b.c.¦a@¦"a"@¦mailto:¦//a¦a@b.c¦mailto:a@b.c ',
  // Ideographs beside both
  '**注意：¦是**¦*あ_い ¦http://a.b/是¦http://是.¦http://a.b/(是¦是a@b.co是¦𠀀',
  'http://a.co/{[(¦http://a.b/"¦<http://a.b>¦a-.co',
  // Headings, rules, definitions, tables
  'a\n=\n¦=\n¦***\n¦* ¦# a\n¦#\n¦[a]: /u\n¦[a]: b "c\n¦[a]: <b\n¦[a]:\n¦[a\n¦|\n¦a|b\n-|-\n',
  'a|b\n-|-\n\n¦|a|\n|-|\n|`|\n¦a\n:-\n¦- |a|b|\n  |-|-|\n  |\n',
  // Lines and spaces
  'a\n¦a  \n¦\n¦\n\n"¦ ¦\t¦- [ ] a\n¦\u202e¦👩‍👩‍👧',
].flatMap((pieces) => pieces.split('¦'))

/** Opening pieces, then as many closing ones. */
const nested = [
  ['[', ']'],
  ['[', '](http://b)'],
  ['![', '](http://a)'],
  ['*a ', ' a*'],
  ['[*a', '*]'],
  ['[', '\n]:'],
] as const

/** A start, then a piece to repeat. */
const begun = [
  ['[a]: http://a.b\n\n', '[a]'],
  [`[a]: http://a.b/${'x'.repeat(100)}\n\n`, '[a]'],
  [`[a]: http://a.b "${'&'.repeat(100)}"\n\n`, '[a]'],
  [`![![![![![![![![${'['.repeat(8)}`, '*a_ '],
  ['> '.repeat(30), '*a_ '],
  ['>'.repeat(30), 'a\n'],
  ['[a](b "', '\\"'],
  ['[a](', '('],
  ['[a]: b\n"', 'x\n'],
  ['http://a.b/', '('],
  ['http://a.b/', '!?,'],
  ['http://', 'a:'],
  ['x', '**'],
  ['# a ', '# '],
  ['a|b\n-|-\n', '|\n'],
  [`|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n`, '|\n'],
  ['- a\n', 'b\n'],
] as const

/** Each line longer than the one before. */
const growing = [
  (index: number) => `${'  '.repeat(index)}- a\n`,
  (index: number) => `${'> '.repeat(index)}a\n`,
  (index: number) => `e${'`'.repeat(index)}`,
  (index: number) => `\n${'`'.repeat(index + 3)}`,
  (index: number) => `[${index}]: /u\n`,
  (index: number) => `${'>'.repeat(index % 20)}a\n`,
]
