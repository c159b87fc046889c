/** What the documents name is there: tests, events, settings, words of the code. */
import { readdirSync, readFileSync } from 'node:fs'
import ms, { type StringValue } from 'ms'
import { expect, test } from 'vitest'
import { siteSettings } from '@/lib/config/config'
import { logEvents } from '@/lib/log/events'
import { serverSettings } from '@/lib/server/config'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'
import { readTree } from '../architecture/trees'
import { isTestFile, testsNamedIn } from '../support/test-files'

const read = (page: string) => readFileSync(page, 'utf8')
const settings = Object.keys({ ...siteSettings, ...serverSettings })

test.each([
  ['SECURITY.md', 1],
  ['docs/asvs.md', 30],
  ['docs/limits.md', 30],
  ['docs/sign-in.md', 40],
  ['docs/decisions/dependencies.md', 15],
])('the tests that %s names are there', (page, fewest) => {
  const named = testsNamedIn(read(page))
  expect(named.length).toBeGreaterThan(fewest)
  expect(named.filter((name) => !isTestFile(name))).toEqual([])
})

test('docs/operations.md lists each event', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `([a-z-]+\.[a-z-]+)` \| (\w+) \|/gm)]
  const listed = rows.map(([, event, triggeredBy]) => [event, triggeredBy])
  expect(listed).toEqual(Object.entries(logEvents).map(([event, rule]) => [event, rule.triggeredBy]))
})

test('the events of docs/alerts.md are events', () => {
  const named = [...read('docs/alerts.md').matchAll(/"([a-z]+\.[a-z-]+)(?:\.repeated)?"/g)]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(([, event = '']) => !(event in logEvents))).toEqual([])
})

test('.env.example lists each setting, and no other', () => {
  const listed = [...read('.env.example').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(settings.sort())
})

test.each(['components', 'lib', 'lib/browser', 'lib/server'] as const)(
  'docs/map.md marks the rows that %s has',
  (column) => {
    const rows = read('docs/map.md').matchAll(
      /^\| (`[^|]+`) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm,
    )
    const named = [...rows].flatMap(([, row = '', ...marks]) => {
      const mark = marks[['components', 'lib', 'lib/browser', 'lib/server'].indexOf(column)]?.trim() ?? ''
      return [...(mark === '•' ? row : mark).matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
    })
    const entries = readdirSync(column).map((name) => name.replace(/\.\w+$/, ''))
    const found = new Set(entries.filter((name) => !['browser', 'server'].includes(name)))
    expect(named.sort()).toEqual([...found].sort())
  },
)

test('the words of the code in docs/recipes.md are in the code', () => {
  const sources = ['app', 'components', 'lib', 'scripts', 'tests'].flatMap((folder) => readTree('.', folder))
  const code = sources.map(({ source }) => source).join('\n')
  const named = [...read('docs/recipes.md').matchAll(/`([a-z]\w*[A-Z]\w*)(?:\([^`]*\))?`/g)]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, name = '']) => name !== 'parseX' && !code.includes(name))).toEqual([])
})

test('docs/limits.md lists what each room counts', () => {
  const rows = [...read('docs/limits.md').matchAll(/^\| `([a-z-]+)` \| (\d+) \| (\w+ \w+) \|$/gm)]
  const counted = Object.values<Room>(rooms).flatMap(({ limits = {} }) => Object.values(limits))
  const listed = rows.map(([, name, points, time]) => [name, Number(points), ms(time as StringValue) / 1_000])
  expect(listed.sort()).toEqual(counted.map(({ name, points, duration }) => [name, points, duration]).sort())
})
