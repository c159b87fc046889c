import { expect, test } from 'vitest'
import { classifyLine, type ErrorRecord } from '@/lib/log/error-line'
import { createGroups, maxGroups } from '@/scripts/logs/groups'
import { crawlerError, folded, unknownRoute } from './samples'

function recordOf(object: object): ErrorRecord {
  const judged = classifyLine({ ...object })
  if (judged.kind !== 'errors') throw new Error(judged.kind)
  return judged.record
}

const sumOf = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0)

test('errors that are alike are one group, from the first to the last, with the latest reference', () => {
  const groups = createGroups()
  groups.add(recordOf({ ...crawlerError, time: '2026-11-21T15:30:00Z', reference: 'latest' }))
  groups.add(recordOf(crawlerError))
  expect(groups.list()).toMatchObject({
    groups: [
      {
        count: 2,
        firstAt: Date.UTC(2026, 10, 21, 15),
        lastAt: Date.UTC(2026, 10, 21, 15, 30),
        reference: 'latest',
      },
    ],
    others: [],
  })
})

test.each(['status', 'path', 'bot', 'name', 'message', 'event'])(
  'errors of another %s are another group',
  (field) => {
    const groups = createGroups()
    groups.add(recordOf(crawlerError))
    groups.add(recordOf({ ...crawlerError, [field]: field === 'status' ? 503 : 'another' }))
    expect(groups.list().groups.map(({ count }) => count)).toEqual([1, 1])
  },
)

test('folded errors are counted with those they repeat', () => {
  const groups = createGroups()
  for (const object of [crawlerError, folded]) groups.add(recordOf(object))
  const last = Date.UTC(2026, 10, 21, 15, 19, 59)
  expect(groups.list().groups).toMatchObject([{ count: 9_981, lastAt: last, reference: '4f9c21ab-7e10' }])
})

test('a flood of made-up addresses is held in bounds, counted in full, and drives no error out', () => {
  const groups = createGroups()
  groups.add(recordOf(crawlerError))
  for (let index = 0; index < maxGroups * 5; index++)
    groups.add(recordOf({ ...unknownRoute, path: `/made-up/${index}`, bot: `bot-${index % 7}` }))
  const listed = groups.list()
  expect(listed.groups.length).toBeLessThan(maxGroups * 2)
  expect(listed.groups).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
  expect(listed.others).toMatchObject([{ status: 404 }])
  expect(sumOf(listed.groups) + sumOf(listed.others)).toBe(maxGroups * 5 + 1)
})

test('the heavy ones of many stay', () => {
  const groups = createGroups()
  for (let index = 0; index < maxGroups * 3; index++) {
    groups.add(recordOf({ ...unknownRoute, path: `/made-up/${index}` }))
    if (index % 100 === 0) groups.add(recordOf({ ...unknownRoute, path: '/favicon.png' }))
  }
  const heaviest = groups.list().groups.toSorted((a, b) => b.count - a.count)[0]
  expect(heaviest).toMatchObject({ path: '/favicon.png', count: (maxGroups * 3) / 100 })
})

test('long texts are cut, and told apart by their beginning', () => {
  const groups = createGroups()
  for (const end of ['a', 'b']) groups.add(recordOf({ ...crawlerError, message: 'x'.repeat(5_000) + end }))
  expect(groups.list().groups).toMatchObject([{ count: 2, message: `${'x'.repeat(500)}…` }])
})
