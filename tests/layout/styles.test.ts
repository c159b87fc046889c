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

test('colours are tokens of one sheet', () => {
  expect(sheets.length).toBeGreaterThan(20)
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

const motion = /^( *)@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n\1\}/gm

test.each(sheets)('nothing in %s moves with reduced motion; fading doesn’t count', (path) => {
  const css = readFileSync(path, 'utf8')
  const still = css.replace(motion, '')
  const fades = css.match(/(?<=@keyframes )[\w-]+(?= \{\s*(from|to) \{\s*opacity: [\d.]+;\s*\}\s*\})/g) ?? []
  const animations = [...still.matchAll(/animation(?:-name)?: ([^;]+);/g)].map(([, words = '']) => words)
  expect(animations.filter((words) => !fades.some((name) => words.includes(name)))).toEqual([])
  expect(still.match(/transition: (?!opacity)[\w-]+|smooth/g) ?? []).toEqual([])
})
