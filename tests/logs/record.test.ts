import { expect, test } from 'vitest'
import { describeError } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { classifyLine } from '@/lib/log/error-line'
import { logRecord } from '@/lib/log/record'
import { deduplicate, maxFullRecords } from '@/lib/server/log/log'
import { crawlerError, folded, sessionOpened, unknownRoute } from './samples'

test('an error is read with what is asked of it', () => {
  expect(classifyLine(crawlerError)).toMatchObject({
    kind: 'errors',
    record: {
      reference: '4f9c21ab-7e10',
      count: 1,
      isFolded: false,
      firstAt: Date.UTC(2026, 10, 21, 15),
      lastAt: Date.UTC(2026, 10, 21, 15),
      status: 500,
      bot: 'Googlebot',
      rendered: false,
    },
  })
})

test('a folded line stands for its errors, over their time', () => {
  expect(classifyLine(folded)).toMatchObject({
    kind: 'errors',
    record: {
      count: 9_980,
      isFolded: true,
      firstAt: Date.UTC(2026, 10, 21, 15, 0, 1),
      lastAt: Date.UTC(2026, 10, 21, 15, 19, 59),
      references: ['aaaaaaaa-0001', 'aaaaaaaa-0002'],
    },
  })
})

test('where a bot came from, and where the link was, is read if the line has it', () => {
  const fields = { clientAddress: '192.0.2.1', referrer: '/terms' }
  expect(classifyLine({ ...unknownRoute, ...fields })).toMatchObject({ record: fields })
  expect(classifyLine(unknownRoute)).toMatchObject({ record: { clientAddress: null, referrer: null } })
})

test.each([
  [['192.0.2.2'], '192.0.2.2'],
  [['192.0.2.1', '192.0.2.2'], null],
  [[], '192.0.2.1'],
])('folded errors from %j have the address %s', (clientAddresses, clientAddress) => {
  const line = { ...folded, clientAddress: '192.0.2.1', clientAddresses, referrer: '/terms' }
  expect(classifyLine(line)).toMatchObject({ record: { clientAddress, referrer: null } })
})

test('a person is no bot, and what happens outside of a request has no status', () => {
  expect(classifyLine({ ...crawlerError, bot: false })).toMatchObject({ record: { bot: null } })
  const { level, time, event, reference } = crawlerError
  const outside = { level, time, event, reference, place: 'process' }
  expect(classifyLine(outside)).toMatchObject({ record: { status: null, path: null, bot: null } })
})

test.each<[string, object, string]>([
  ['an unknown address', unknownRoute, 'errors'],
  ['a field nobody knows yet', { ...crawlerError, later: 1 }, 'errors'],
  ['another event', sessionOpened, 'otherEvents'],
  ['another program', { msg: 'started', reference: '4f9c21ab-7e10' }, 'notUnderstood'],
  ['numbers for levels', { ...crawlerError, level: 30 }, 'notUnderstood'],
  ['nothing', {}, 'notUnderstood'],
  ['a time that is none', { ...crawlerError, time: 'yesterday' }, 'notUnderstood'],
  ['a month that is none', { ...crawlerError, time: '2026-13-01T00:00:00Z' }, 'notUnderstood'],
  ['a reference that is none', { ...crawlerError, reference: 7 }, 'notUnderstood'],
  ['a status that is none', { ...crawlerError, status: '500' }, 'notUnderstood'],
  ['a bot that is none', { ...crawlerError, bot: true }, 'notUnderstood'],
  ['no errors at all', { ...folded, count: 0 }, 'notUnderstood'],
  ['half an error', { ...folded, count: 1.5 }, 'notUnderstood'],
])('%s', (_, object, kind) => {
  expect(classifyLine({ ...object }).kind).toBe(kind)
})

test('what the server writes is read as it was meant, folded or not', () => {
  const lines: object[] = []
  const folded = deduplicate((record) => lines.push(record))
  const requestId = '4f9c21ab-7e10-4c2b-9a55-0123456789ab'
  const circumstances = {
    requestId,
    status: 500,
    method: 'GET',
    path: '/app',
    place: 'render',
    hasPage: true,
  } as const
  const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const fields = describeErrorRecord({ ...circumstances, userAgent }, describeError(new TypeError('x')))
  const record = { ...logRecord('error', 'error.thrown', fields), reference: '4f9c21ab-7e10' }
  for (let number = 0; number < maxFullRecords + 7; number++) folded.add(record)
  folded.close()
  const read = lines.map((line) => classifyLine(JSON.parse(JSON.stringify(line))))
  expect(read.map(({ kind }) => kind)).toEqual(Array(maxFullRecords + 1).fill('errors'))
  const common = {
    event: 'error.thrown',
    bot: 'Googlebot',
    botKind: 'crawler',
    rendered: false,
    name: 'TypeError',
  }
  expect(read[0]).toMatchObject({ record: { ...common, count: 1, reference: '4f9c21ab-7e10', path: '/app' } })
  expect(read.at(-1)).toMatchObject({ record: { ...common, count: 7, isFolded: true } })
})
