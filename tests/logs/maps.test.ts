/** Frames are named by the maps of builds, whatever engine wrote them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFrame } from '@/scripts/logs/groups'
import { createFrameNames } from '@/scripts/logs/maps'
import { explainMessage } from '@/scripts/logs/react-errors'
import { build } from './built-sample'
import { answerOf, tempFolder } from './runs'
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

const frame = (name: string) => `${name}https://site.example/_next/static/chunks/a.js`

test.each([
  ['at new Note (', 'at new Note ('],
  ['at Object.e [as save] (', 'at Object.e [as save] ('],
  ['at async save (', 'at save ('],
  ['at async ', 'at '],
  ['at HTMLDocument.e (', 'at '],
  ['global code@', 'at global code ('],
  ['module code@', 'at module code ('],
  ['setTimeout handler*save@', 'at setTimeout handler*save ('],
  ['save/<@', 'at save/< ('],
  ['e/<@', 'at '],
  ['@', 'at '],
])('the function of %s is named, unless the minifier has named it', async (written, named) => {
  const { folder, stack } = await build('static/chunks/a.js', 'lib/title.ts')
  const [, place = ''] = /a\.js(:\d+:\d+)/.exec(stack) ?? []
  const line = `${frame(written)}${place}${written.endsWith('(') ? ')' : ''}`
  expect(isFrame(line)).toBe(true)
  expect(createFrameNames([folder])([line])).toEqual([
    `${named}lib/title.ts:5:23${named.endsWith('(') ? ')' : ''}`,
  ])
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

test('violations of a policy are a group, at the line they come from', async () => {
  const { folder, stack } = await build('static/chunks/a.js', 'components/notes/title.ts')
  const [source] = /\/_next[^)]*/.exec(stack) ?? []
  const violation = { level: 'warn', time: crawlerError.time, path: '/app', blocked: 'inline', source }
  const event = { ...violation, event: 'policy.violated', directive: 'script-src-elem' }
  const table = await answerOf(
    ['--build', folder],
    logOf(event, { ...event, event: 'policy.violated.repeated', count: 40 }),
  )
  expect(table).toContain('Besides: 41 warnings.')
  expect(table).toMatch(
    / 41 .* \/app .*\n +policy.violated: script-src-elem, inline\n +at components\/notes\/title.ts:5:23/,
  )
})

/** Of `e.setCustomValidity(t)})(e)`, where the minifier has put a function into the one that calls it. */
const inlined = {
  version: 3,
  sources: ['turbopack:///[project]/lib/field.ts'],
  sourcesContent: ['open()\n  field.setCustomValidity(words)\n  show(field)\n}\n'],
  names: ['setCustomValidity'],
  mappings: 'AACE,EAAMA,EADR,gBAC0B,GAE1B,EADM',
}

test.each([
  ['the name of what is called', 3, 'lib/field.ts:2:9'],
  ['its parenthesis', 20, 'lib/field.ts:2:9'],
  ['the parenthesis behind an inlined function', 25, 'lib/field.ts:3:7'],
])('a call is named whether the engine tells %s', async (_, column, named) => {
  const folder = await tempFolder()
  await mkdir(join(folder, 'maps/static'), { recursive: true })
  await writeFile(join(folder, 'maps/static/a.js.map'), JSON.stringify(inlined))
  const nameFrames = createFrameNames([folder])
  expect(nameFrames([`e@https://site.example/_next/static/a.js:1:${column}`])).toEqual([`at ${named}`])
})

test('a message of nobody’s, and a number that we have no words for, stay', () => {
  for (const message of ['x', 'Minified React error #1; visit …'])
    expect(explainMessage(message)).toBe(message)
})
