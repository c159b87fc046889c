import { expect, test } from 'vitest'
import type { ErrorRecord } from '@/lib/log/error-line'
import { createGroups, maxGroups } from '@/scripts/logs/groups'
import { crawlerError, type Fields, folded, recordOf, unknownRoute } from './samples'

function groupsOf(...lines: Fields[]) {
  const { add, groups } = createGroups({ byBot: true })
  for (const line of lines) add(recordOf(line), line)
  return [...groups.values()]
}

test('errors that are alike are one group, from the first to the last, with the latest reference', () => {
  const latest = { ...crawlerError, time: '2026-11-21T15:30:00Z', reference: 'latest' }
  const times = { firstAt: Date.UTC(2026, 10, 21, 15), lastAt: Date.UTC(2026, 10, 21, 15, 30) }
  expect(groupsOf(latest, crawlerError)).toMatchObject([{ count: 2, ...times, reference: 'latest' }])
})

test.each<[string, object, number]>([
  ['another status', { status: 503 }, 2],
  ['another page', { route: '/app' }, 2],
  ['another bot', { bot: 'bingbot' }, 2],
  ['another name', { name: 'RangeError' }, 2],
  ['another message', { message: 'note is null' }, 2],
  ['another event', { event: 'another' }, 2],
  ['another place', { place: 'middleware' }, 2],
  ['another address of the same page', { path: '/share/2' }, 1],
  ['another build', { buildId: 'b2' }, 1],
])('an error with %s', (_, fields, count) => {
  expect(groupsOf(crawlerError, { ...crawlerError, ...fields })).toHaveLength(count)
})

test('numbers and ids in messages and paths do not tell errors apart, but those of missing pages do', () => {
  const messages = ['no answer after 100 ms', 'no answer after 250 ms'].map((message) => ({ message }))
  expect(groupsOf(...messages.map((one) => ({ ...crawlerError, ...one })))).toHaveLength(1)
  const paths = ['/api/7', '/api/8'].map((path) => ({ path, route: undefined }))
  expect(groupsOf(...paths.map((one) => ({ ...crawlerError, ...one })))).toHaveLength(1)
  expect(groupsOf(...paths.map((one) => ({ ...unknownRoute, ...one })))).toHaveLength(2)
})

test('errors that were folded count with those they repeat', () => {
  const lastAt = Date.UTC(2026, 10, 21, 15, 19, 59)
  expect(groupsOf(crawlerError, folded)).toMatchObject([{ count: 9_981, lastAt, reference: '4f9c21ab-7e10' }])
})

test('errors with long texts are told apart by their beginning', () => {
  const lines = ['a', 'b'].map((end) => ({ ...crawlerError, message: 'x'.repeat(5_000) + end }))
  expect(groupsOf(...lines)).toMatchObject([{ count: 2, message: `${'x'.repeat(500)}…` }])
})

test('a flood of made-up paths is bounded, and drives out no failure, linked page or frequent path', () => {
  const { add, groups, isWhole } = createGroups({ byBot: true })
  const unknown = recordOf(unknownRoute)
  const addUnknown = (fields: Partial<ErrorRecord>) => add({ ...unknown, ...fields }, {})
  add(recordOf(crawlerError), crawlerError)
  addUnknown({ path: '/help', referrer: '/terms' })
  for (let index = 0; index < maxGroups * 5; index++) {
    addUnknown({ path: `/made-up/${index}`, bot: `bot-${index % 7}` })
    if (index % 100 === 0) addUnknown({ path: '/favicon.png' })
  }
  const kept = [...groups.values()]
  expect(kept.length).toBeLessThan(maxGroups * 2)
  expect(kept).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
  expect(kept).toContainEqual(expect.objectContaining({ where: '/help', count: 1 }))
  expect(kept).toContainEqual(expect.objectContaining({ where: '/favicon.png', count: 100 }))
  expect(isWhole()).toBe(true)
})
