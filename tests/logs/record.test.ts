import { expect, test } from 'vitest'
import { judgeLine } from '@/scripts/logs/record'
import { crawlerError, folded, sessionOpened, unknownRoute } from './world'

test('an error is read with what is asked of it', () => {
  expect(judgeLine(crawlerError)).toMatchObject({
    kind: 'error',
    record: {
      reference: '4f9c21ab-7e10',
      count: 1,
      isFolded: false,
      firstAt: Date.UTC(2026, 10, 21, 15),
      lastAt: Date.UTC(2026, 10, 21, 15),
      status: 500,
      bot: 'Googlebot',
      isRendered: false,
    },
  })
})

test('a folded line stands for its errors, over their time', () => {
  expect(judgeLine(folded)).toMatchObject({
    kind: 'error',
    record: {
      count: 9_980,
      isFolded: true,
      firstAt: Date.UTC(2026, 10, 21, 15, 0, 1),
      lastAt: Date.UTC(2026, 10, 21, 15, 19, 59),
      references: ['aaaaaaaa-0001', 'aaaaaaaa-0002'],
    },
  })
})

test('a person is no bot, and what happens outside of a request has no status', () => {
  expect(judgeLine({ ...crawlerError, bot: false })).toMatchObject({ record: { bot: null } })
  const { level, time, event, reference } = crawlerError
  const outside = { level, time, event, reference, place: 'process' }
  expect(judgeLine(outside)).toMatchObject({ record: { status: null, path: null, bot: null } })
})

test.each<[string, object, string]>([
  ['an unknown address', unknownRoute, 'error'],
  ['a field nobody knows yet', { ...crawlerError, later: 1 }, 'error'],
  ['another event', sessionOpened, 'other-event'],
  ['another program', { msg: 'started', reference: '4f9c21ab-7e10' }, 'not-ours'],
  ['numbers for levels', { ...crawlerError, level: 30 }, 'not-ours'],
  ['nothing', {}, 'not-ours'],
  ['a time that is none', { ...crawlerError, time: 'yesterday' }, 'malformed'],
  ['a month that is none', { ...crawlerError, time: '2026-13-01T00:00:00Z' }, 'malformed'],
  ['a reference that is none', { ...crawlerError, reference: 7 }, 'malformed'],
  ['a status that is none', { ...crawlerError, status: '500' }, 'malformed'],
  ['a bot that is none', { ...crawlerError, bot: true }, 'malformed'],
  ['no errors at all', { ...folded, count: 0 }, 'malformed'],
  ['half an error', { ...folded, count: 1.5 }, 'malformed'],
])('%s', (_, object, kind) => {
  expect(judgeLine({ ...object }).kind).toBe(kind)
})
