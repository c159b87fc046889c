/** Rules of all style sheets that no screenshot shows. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emulatorRed, palette, standaloneResponse } from '@/lib/http/standalone'

const tokens = 'app/globals.css'
const sheets = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => `${folder}/${path}`),
)

/** Files with colours of something else, and of what. */
const foreign: Record<string, string> = {
  'components/account/second-factors/second-factors.module.css': 'what a camera reads',
  'components/identity/provider-button.module.css': 'a foreign trademark',
  'components/layout/emulator-banner.module.css': 'S34',
}

const motion = /@media \(prefers-reduced-motion: no-preference\) \{/

/** The rules that also apply with reduced motion. */
function forEveryone(css: string): string {
  const start = css.search(motion)
  if (start < 0) return css
  let depth = 0
  let end = css.indexOf('{', start)
  do depth += { '{': 1, '}': -1 }[css[end] ?? ''] ?? 0
  while (end++ < css.length && depth > 0)
  return css.slice(0, start) + forEveryone(css.slice(end))
}

/** What moves even with reduced motion. Fading doesn't count. */
function movementsIn(css: string): string[] {
  const rest = forEveryone(css)
  const names = [...rest.matchAll(/animation(?:-name)?: ([\w-]+)/g)].map(([, name]) => name)
  const frames = names.filter((name) => {
    const [, words = ''] = new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})*)`).exec(css) ?? []
    return !/^(\s*(from|to|[\d%, ]+) \{\s*opacity: [\d.]+;\s*\})+\s*$/.test(words)
  })
  const transitions = [...rest.matchAll(/transition: ([\w-]+)/g)].map(([, name]) => name)
  return [
    ...frames,
    ...transitions.filter((name) => name !== 'opacity'),
    ...(rest.match(/smooth/g) ?? []),
  ].map(String)
}

test('colours are tokens of one sheet', () => {
  expect(sheets.length).toBeGreaterThan(30)
  const others = sheets.filter((path) => path !== tokens && !(path in foreign))
  const own = others.filter((path) =>
    /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(path, 'utf8')),
  )
  expect(own).toEqual([])
})

test('standalone pages have no other colours', async () => {
  const sheet = readFileSync(tokens, 'utf8')
  for (const [name, { light, dark }] of Object.entries(palette))
    expect(sheet).toContain(`--${name}: light-dark(${light}, ${dark});`)
  const banner = readFileSync('components/layout/emulator-banner.module.css', 'utf8')
  expect(banner).toContain(`background: ${emulatorRed};`)
  const answer = await standaloneResponse({ status: 503, title: '', content: '', isEmulated: true })
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await answer.text()) ?? []
  const known = Object.values(palette).flatMap(({ light, dark }): string[] => [light, dark])
  const colours = style.match(/#[0-9a-f]{3,8}\b/g) ?? []
  expect(colours.filter((colour) => !known.includes(colour))).toEqual([emulatorRed, '#fff', '#fff', '#000'])
})

test('nothing moves with reduced motion', () => {
  for (const path of sheets) expect(movementsIn(readFileSync(path, 'utf8')), path).toEqual([])
  const slide = '@keyframes slide { from { translate: 1px; } }'
  const fade = '@keyframes fade { from { opacity: 0; } }'
  expect(movementsIn(`a { animation: slide 1s; } b { animation: fade 1s; } ${slide} ${fade}`)).toEqual([
    'slide',
  ])
  expect(
    movementsIn(`@media (prefers-reduced-motion: no-preference) { a { animation: slide 1s; } } ${slide}`),
  ).toEqual([])
  expect(movementsIn('a { transition: width 1s; }')).toEqual(['width'])
})
