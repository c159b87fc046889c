import { expect, test } from 'vitest'
import { describeTrace, parseTraceparent } from '@/lib/log/traceparent'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const valid = `00-${traceId}-${spanId}-01`

test.each([
  ['as it is', valid, valid],
  ['not sampled', `00-${traceId}-${spanId}-00`, `00-${traceId}-${spanId}-00`],
  ['a later version', `01-${traceId}-${spanId}-01`, `01-${traceId}-${spanId}-01`],
  ['a later version with more', `cc-${traceId}-${spanId}-01-what.comes`, `cc-${traceId}-${spanId}-01`],
  ['none', undefined, null],
  ['empty', '', null],
  ['the first version with more', `${valid}-x`, null],
  ['an invalid version', `ff-${traceId}-${spanId}-01`, null],
  ['a later version with its flags too long', `01-${traceId}-${spanId}-011`, null],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`, null],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`, null],
  ['capitals', valid.toUpperCase(), null],
  ['too short', valid.slice(0, -1), null],
  ['something before', ` ${valid}`, null],
  ['two of them', `${valid}, ${valid}`, null],
  ['a line end', `${valid}\n`, null],
  ['a list', [valid], null],
])('%s', (_, header, parsed) => {
  expect(parseTraceparent(header)).toBe(parsed)
})

test('whether it is sampled is the last bit of its flags', () => {
  expect(describeTrace(valid)).toEqual({ traceId, spanId, isSampled: true })
  expect(['00', '02', '03'].map((flags) => describeTrace(valid.slice(0, -2) + flags).isSampled)).toEqual([
    false,
    false,
    true,
  ])
})
