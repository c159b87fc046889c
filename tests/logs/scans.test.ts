/** A scan of one client is one line, and nobody else's errors are taken for one. */
import { describe, expect, test } from 'vitest'
import { classifyLine, type ErrorRecord } from '@/lib/log/error-line'
import { deduplicate } from '@/lib/server/log/log'
import { createGroups, maxGroups } from '@/scripts/logs/groups'
import { answerOf, crawlerError, logOf, unknownRoute } from './samples'

type Fields = Record<string, unknown>

const start = Date.parse('2026-11-21T15:00:00Z')

/** So many missing pages, each of another path, this many seconds apart. */
function scan(paths: number, fields: Fields = {}, everySeconds = 0.1): Fields[] {
  return Array.from({ length: paths }, (_, number) => ({
    ...unknownRoute,
    time: new Date(start + number * everySeconds * 1_000).toISOString(),
    path: `/probe/${number}`,
    clientAddress: '192.0.2.1',
    ...fields,
  }))
}

function recordOf(object: object): ErrorRecord {
  const judged = classifyLine({ ...object })
  if (judged.kind !== 'errors') throw new Error(judged.kind)
  return judged.record
}

function countedOf(objects: object[], options = {}) {
  const groups = createGroups(options)
  for (const object of objects) groups.add(recordOf(object))
  return groups.list()
}

const sumOf = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0)

test('the table has one line of it, with the bot and the address', async () => {
  const out = await answerOf([], logOf(crawlerError, ...scan(150), unknownRoute))
  expect(out.split('\n')).toEqual([
    'count  first             last              status  path              bot        reference',
    '  150  2026-11-21 15:00  2026-11-21 15:00  404     (scan) 150 paths  bingbot    0a1b2c3d-4e5f',
    '       from 192.0.2.1',
    '    1  2026-11-21 15:00  2026-11-21 15:00  500     /share/…          Googlebot  4f9c21ab-7e10',
    '       TypeError: note is undefined',
    '    1  2026-11-21 15:10  2026-11-21 15:10  404     /wp-login.php     bingbot    0a1b2c3d-4e5f',
    '',
    '152 bot-filtered errors in 3 groups. Times are UTC.',
  ])
})

test('who asks for paths gets each of them', async () => {
  const out = await answerOf(['--path', '/probe'], logOf(...scan(30)))
  expect(out).toContain('30 bot-filtered errors in 30 groups.')
})

test('it is as many as were asked for, however many, and says when there are more paths than it knows', () => {
  const { groups, others } = countedOf(scan(50_000, {}, 0.001))
  expect(others).toEqual([])
  const client = { clientAddress: '192.0.2.1', paths: 200, hasMorePaths: true }
  expect(groups).toMatchObject([{ count: 50_000, bot: 'bingbot', path: '(various)', scan: client }])
})

test.each<[string, (number: number) => Fields, number]>([
  ['a block of IPv6', (number) => ({ clientAddress: `2001:db8:1:2::${number.toString(16)}` }), 1],
  ['a client that changes its name', (number) => ({ bot: `Bot${number}` }), 1],
  ['a client that is slow', () => ({}), 1],
])('%s is one client', (_, fields, groups) => {
  const objects = scan(500, {}, 2.5).map((object, number) => ({ ...object, ...fields(number) }))
  expect(countedOf(objects).groups).toHaveLength(groups)
})

describe('no scan', () => {
  test.each<[string, Fields[]]>([
    ['what a crawler asks for at its pace', scan(100, {}, 4)],
    ['twenty paths', scan(20)],
    ['one path many times', scan(100, { path: '/favicon.png' })],
    ['pages that fail', scan(100, { status: 500 })],
    ['missing pages of people', scan(100, { bot: false, clientAddress: undefined })],
    [
      'clients of which each asks once',
      scan(100).map((one, number) => ({ ...one, clientAddress: `192.0.2.${number}` })),
    ],
  ])('%s', (_, objects) => {
    const { groups } = countedOf(objects)
    expect(groups.filter(({ scan }) => scan)).toEqual([])
    expect(groups).toHaveLength(new Set(objects.map(({ path }) => path)).size)
  })
})

test('what others asked for at the same paths stays theirs', () => {
  const others = scan(5, { clientAddress: '192.0.2.2', reference: 'others' }, 100)
  const { groups } = countedOf([...scan(10), ...others, ...scan(30).slice(10)])
  expect(groups).toHaveLength(6)
  expect(groups.filter(({ scan }) => !scan)).toEqual(
    others.map(({ path }) => expect.objectContaining({ path, count: 1, reference: 'others' })),
  )
})

test('thousands of clients that scan are held in bounds, counted in full, and drive no error out', () => {
  const clients = maxGroups * 3
  const groups = createGroups({ byAddress: true })
  groups.add(recordOf(crawlerError))
  for (let client = 0; client < clients; client++)
    for (const object of scan(25, { clientAddress: `10.0.${client >> 8}.${client & 255}` }))
      groups.add(recordOf(object))
  const listed = groups.list()
  expect(listed.groups.length).toBeLessThan(maxGroups * 2)
  expect(listed.groups).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
  expect(sumOf(listed.groups) + sumOf(listed.others)).toBe(clients * 25 + 1)
})

test('what the server put together is the same scan', () => {
  const lines: object[] = []
  const log = deduplicate((line) => lines.push(line))
  const events = scan(5_000).map((object) => ({ ...object, level: 'info' as const, event: 'route.unknown' }))
  for (const event of events) log.add(event)
  log.close()
  expect(lines.length).toBeLessThan(30)
  const { groups } = countedOf(lines)
  expect(groups).toMatchObject([{ count: 5_000, scan: { clientAddress: '192.0.2.1', hasMorePaths: true } }])
})
