import { expect, test } from 'vitest'
import { describeError } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { classifyLine } from '@/lib/log/error-line'
import { logRecord } from '@/lib/log/record'
import { deduplicate, maxFullRecords } from '@/lib/server/log/deduplicate'
import { crawlerError, type Fields, folded, recordOf, sessionOpened, unknownRoute } from './samples'

const { level, time, event, reference } = crawlerError
const link = { referrer: '/terms' }
const at = (minute: number, second = 0) => Date.UTC(2026, 10, 21, 15, minute, second)

test.each<[string, Fields, object]>([
  ['an error', crawlerError, { reference, count: 1, isFolded: false, status: 500, bot: 'Googlebot' }],
  ['an error at its time', crawlerError, { rendered: false, firstAt: at(0), lastAt: at(0) }],
  ['a folded line', folded, { count: 9_980, isFolded: true, firstAt: at(0, 1), lastAt: at(19, 59) }],
  ['a folded line of others', folded, { references: ['aaaaaaaa-0001', 'aaaaaaaa-0002'] }],
  ['a link', { ...unknownRoute, ...link }, link],
  ['no link', unknownRoute, { referrer: null }],
  ['a folded line with a link', { ...folded, ...link }, { referrer: null }],
  ['a person', { ...crawlerError, bot: false }, { bot: null }],
  [
    'an error outside of a request',
    { level, time, event, reference },
    { status: null, path: null, bot: null },
  ],
])('the record of %s', (_, line, record) => {
  expect(recordOf(line)).toMatchObject(record)
})

test.each<[string, object, string]>([
  ['an unknown address', unknownRoute, 'errors'],
  ['a new field', { ...crawlerError, later: 1 }, 'errors'],
  ['another event', sessionOpened, 'otherEvents'],
  ['another program', { msg: 'started', reference }, 'notUnderstood'],
  ['numbers for levels', { ...crawlerError, level: 30 }, 'notUnderstood'],
  ['another program’s event', { ...sessionOpened, level: 30 }, 'notUnderstood'],
  ['nothing', {}, 'notUnderstood'],
  ['an invalid time', { ...crawlerError, time: 'yesterday' }, 'notUnderstood'],
  ['an invalid month', { ...crawlerError, time: '2026-13-01T00:00:00Z' }, 'notUnderstood'],
  ['an invalid reference', { ...crawlerError, reference: 7 }, 'notUnderstood'],
  ['an invalid status', { ...crawlerError, status: '500' }, 'notUnderstood'],
  ['an invalid bot', { ...crawlerError, bot: true }, 'notUnderstood'],
  ['no errors at all', { ...folded, count: 0 }, 'notUnderstood'],
  ['half an error', { ...folded, count: 1.5 }, 'notUnderstood'],
])('%s', (_, object, kind) => {
  expect(classifyLine({ ...object }).kind).toBe(kind)
})

test('what the server writes is read as it was meant, folded or not', () => {
  const lines: Fields[] = []
  const log = deduplicate((line) => lines.push(line))
  const request = { requestId: crawlerError.requestId, status: 500, method: 'GET', path: '/app' }
  const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const context = { ...request, place: 'render', hasPage: true, userAgent } as const
  const fields = describeErrorRecord(context, describeError(new TypeError('x')))
  for (let number = 0; number < maxFullRecords + 7; number++)
    log.add({ ...logRecord('error', 'error.thrown', fields), reference })
  log.close()
  const read = lines.map((line) => recordOf(JSON.parse(JSON.stringify(line))))
  const common = { event: 'error.thrown', bot: 'Googlebot', name: 'TypeError' }
  expect(read).toHaveLength(maxFullRecords + 1)
  expect(read[0]).toMatchObject({ ...common, rendered: false, count: 1, reference, path: '/app' })
  expect(read.at(-1)).toMatchObject({ ...common, rendered: false, count: 7, isFolded: true })
})
