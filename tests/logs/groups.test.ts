/** Errors in groups, and a client's scan as one of them. */
import { describe, expect, test } from 'vitest'
import type { ErrorRecord } from '@/lib/log/error-line'
import { deduplicate } from '@/lib/server/log/log'
import { createGroups, maxGroups } from '@/scripts/logs/groups'
import { answerOf } from './runs'
import { crawlerError, type Fields, folded, logOf, recordOf, sumOf, unknownRoute } from './samples'

const start = Date.parse('2026-11-21T15:00:00Z')

function groupsOf(...records: ErrorRecord[]) {
  const groups = createGroups()
  for (const record of records) groups.add(record)
  return groups.list()
}

describe('errors', () => {
  test('that are alike are one group, from the first to the last, with the latest reference', () => {
    const latest = recordOf({ ...crawlerError, time: '2026-11-21T15:30:00Z', reference: 'latest' })
    const times = { firstAt: start, lastAt: Date.UTC(2026, 10, 21, 15, 30) }
    expect(groupsOf(latest, recordOf(crawlerError))).toMatchObject({
      groups: [{ count: 2, ...times, reference: 'latest' }],
      others: [],
    })
  })

  test.each(['status', 'path', 'bot', 'name', 'message', 'event'])(
    'of another %s are another group',
    (field) => {
      const other = recordOf({ ...crawlerError, [field]: field === 'status' ? 503 : 'another' })
      expect(groupsOf(recordOf(crawlerError), other).groups.map(({ count }) => count)).toEqual([1, 1])
    },
  )

  test('that were folded count with those they repeat', () => {
    const last = Date.UTC(2026, 10, 21, 15, 19, 59)
    const { groups } = groupsOf(recordOf(crawlerError), recordOf(folded))
    expect(groups).toMatchObject([{ count: 9_981, lastAt: last, reference: '4f9c21ab-7e10' }])
  })

  test('with long texts are told apart by their beginning', () => {
    const records = ['a', 'b'].map((end) => recordOf({ ...crawlerError, message: 'x'.repeat(5_000) + end }))
    expect(groupsOf(...records).groups).toMatchObject([{ count: 2, message: `${'x'.repeat(500)}…` }])
  })
})

test('a flood of made-up paths is bounded, counted in full, and drives out no failure or frequent path', () => {
  const groups = createGroups()
  groups.add(recordOf(crawlerError))
  const unknown = recordOf(unknownRoute)
  for (let index = 0; index < maxGroups * 5; index++) {
    groups.add({ ...unknown, path: `/made-up/${index}`, bot: `bot-${index % 7}` })
    if (index % 100 === 0) groups.add({ ...unknown, path: '/favicon.png' })
  }
  const listed = groups.list()
  expect(listed.groups.length).toBeLessThan(maxGroups * 2)
  expect(listed.groups).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
  expect(listed.groups).toContainEqual(expect.objectContaining({ path: '/favicon.png', count: 100 }))
  expect(listed.others).toMatchObject([{ status: 404 }])
  expect(sumOf(listed.groups) + sumOf(listed.others)).toBe(maxGroups * 5 + 101)
})

/** Lines about missing pages, each of another path, this many seconds apart. */
function scan(paths: number, fields: Fields = {}, everySeconds = 0.1) {
  return Array.from({ length: paths }, (_, number) => ({
    ...unknownRoute,
    time: new Date(start + number * everySeconds * 1_000).toISOString(),
    path: `/probe/${number}`,
    clientAddress: '192.0.2.1',
    ...fields,
  }))
}

const scannedGroups = (lines: Fields[]) => groupsOf(...lines.map(recordOf)).groups

describe('a scan', () => {
  test('has one line in the table, with the bot and the address', async () => {
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

  test('is listed path by path for a query by path', async () => {
    const out = await answerOf(['--path', '/probe'], logOf(...scan(30)))
    expect(out).toContain('30 bot-filtered errors in 30 groups.')
  })

  test('counts all requests, and says when there are more paths than are kept', () => {
    const client = { clientAddress: '192.0.2.1', paths: 200, hasMorePaths: true }
    expect(scannedGroups(scan(5_000, {}, 0.01))).toMatchObject([
      { count: 5_000, bot: 'bingbot', path: '(various)', scan: client },
    ])
  })

  test('that the server summed up is the same scan', () => {
    const lines: Fields[] = []
    const log = deduplicate((line) => lines.push(line))
    for (const line of scan(5_000)) log.add({ ...line, level: 'info', event: 'route.unknown' })
    log.close()
    expect(lines.length).toBeLessThan(30)
    const client = { clientAddress: '192.0.2.1', hasMorePaths: true }
    expect(scannedGroups(lines)).toMatchObject([{ count: 5_000, scan: client }])
  })

  test.each<[string, (number: number) => Fields]>([
    ['from a block of IPv6', (number) => ({ clientAddress: `2001:db8:1:2::${number.toString(16)}` })],
    ['under changing names', (number) => ({ bot: `Bot${number}` })],
    ['at a slow pace', () => ({})],
  ])('%s is of one client', (_, fieldsOf) => {
    const lines = scan(500, {}, 2.5).map((line, number) => ({ ...line, ...fieldsOf(number) }))
    expect(scannedGroups(lines)).toHaveLength(1)
  })

  test('takes no errors from other clients with the same paths', () => {
    const others = scan(5, { clientAddress: '192.0.2.2', reference: 'others' }, 100)
    const groups = scannedGroups([...scan(10), ...others, ...scan(30).slice(10)])
    expect(groups).toHaveLength(6)
    expect(groups.filter(({ scan }) => !scan)).toEqual(
      others.map(({ path }) => expect.objectContaining({ path, count: 1, reference: 'others' })),
    )
  })

  test('by thousands of clients is bounded, counted in full, and drives out no failure', () => {
    const clients = maxGroups * 2 + 100
    const groups = createGroups({ byAddress: true })
    groups.add(recordOf(crawlerError))
    const pages = scan(25).map(recordOf)
    for (let client = 0; client < clients; client++)
      for (const page of pages) groups.add({ ...page, clientAddress: `10.0.${client >> 8}.${client & 255}` })
    const listed = groups.list()
    expect(listed.groups.length).toBeLessThan(maxGroups * 2)
    expect(listed.groups).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
    expect(sumOf(listed.groups) + sumOf(listed.others)).toBe(clients * 25 + 1)
  })
})

test.each<[string, Fields[]]>([
  ['what a crawler requests at its pace', scan(100, {}, 4)],
  ['twenty paths', scan(20)],
  ['one path many times', scan(100, { path: '/favicon.png' })],
  ['pages that fail', scan(100, { status: 500 })],
  ['missing pages of people', scan(100, { bot: false, clientAddress: undefined })],
  [
    'a page for each client',
    scan(100).map((one, number) => ({ ...one, clientAddress: `192.0.2.${number}` })),
  ],
])('no scan: %s', (_, lines) => {
  const groups = scannedGroups(lines)
  expect(groups.filter(({ scan }) => scan)).toEqual([])
  expect(groups).toHaveLength(new Set(lines.map(({ path }) => path)).size)
})
