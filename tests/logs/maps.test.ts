/** Frames are named by the maps of builds, whatever engine wrote them. */
import { expect, test } from 'vitest'
import { createFrameNames } from '@/scripts/logs/maps'
import { explainMessage } from '@/scripts/logs/react-errors'
import { build } from './built-sample'
import { answerOf } from './runs'
import { crawlerError, logOf } from './samples'

const framesOf = (stack: string) => stack.split('\n').map((line) => line.trim())

/** The same frame as Firefox and WebKit write it. */
const elsewhere = (frame: string) => frame.replace(/^at (\S+) \((.*)\)$/, '$1@$2').replace(/^at (.*)$/, '@$1')

test.each([
  ['static/chunks/1f5-p4_.js', 'components/notes/title.ts'],
  ['server/chunks/ssr/[root-of-the-server]__0a._.js', 'lib/notes/title.ts'],
  ['server/app/app/[uuid]/page.js', 'app/app/[uuid]/page.tsx'],
])('frames of %s are named', async (file, sourceFile) => {
  const { folder, stack } = await build(file, sourceFile)
  const frames = framesOf(stack)
  expect(frames).toHaveLength(2)
  const named = [`at titleOf (${sourceFile}:5:23)`, `at ${sourceFile}:8:1`]
  const nameFrames = createFrameNames(['nowhere', folder])
  expect(nameFrames(frames)).toEqual(named)
  if (file.startsWith('static/')) expect(nameFrames(frames.map(elsewhere))).toEqual(named)
})

test('a frame of a package is left out, and one that no map has stays', async () => {
  const { folder, stack } = await build('static/chunks/a.js', 'node_modules/react-dom/index.js')
  const nameFrames = createFrameNames([folder])
  expect(nameFrames(framesOf(stack))).toEqual([])
  const others = ['at x (https://site.example/_next/static/chunks/b.js:1:2)', 'at node:internal:1:1', 'x']
  expect(nameFrames(others)).toEqual(others)
})

test.each([
  'at x (/_next/static/../../../../etc/passwd.js:1:1)',
  'at x (/.next/server/../secret.js:1:1)',
  `at ${'x '.repeat(5_000)}(/_next/static/${'a'.repeat(5_000)}.js:1:1)`,
  `at x (/_next/static/a.js:${'9'.repeat(400)}:1)`,
])('a made-up frame reads nothing: %#', (frame) => {
  expect(createFrameNames(['.'])([frame])).toEqual([frame])
})

test('the table names the line of the site, the reference all lines, and React’s numbers are words', async () => {
  const { folder, stack } = await build('static/chunks/a.js', 'components/notes/title.ts')
  const message = 'Minified React error #310; visit https://react.dev/errors/310 for the full message'
  const log = logOf({ ...crawlerError, message, stack })
  const table = await answerOf(['--build', folder], log)
  expect(table).toContain('Rendered more hooks than during the previous render (React error 310)')
  expect(table).toContain('at titleOf (components/notes/title.ts:5:23)')
  const whole = await answerOf(['--build', folder, '--reference', crawlerError.reference], log)
  expect(whole).toContain(
    '      at titleOf (components/notes/title.ts:5:23)\n      at components/notes/title.ts:8:1',
  )
})

test('a message of nobody’s, and a number that we have no words for, stay', () => {
  for (const message of ['x', 'Minified React error #1; visit …'])
    expect(explainMessage(message)).toBe(message)
})
