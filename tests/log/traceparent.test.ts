import { expect, test } from 'vitest'
import { withGoogleFields } from '@/lib/log/google-fields'
import { parseTraceparent } from '@/lib/server/log/log'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const valid = `00-${traceId}-${spanId}-01`

test('a valid traceparent is kept', () => {
  expect(parseTraceparent(valid)).toBe(valid)
})

test.each([
  ...[undefined, '', [valid], `${valid}-x`, valid.replace('00', 'ff'), `${valid}1`, valid.toUpperCase()],
  ...[`00-${'0'.repeat(32)}-${spanId}-01`, `00-${traceId}-${'0'.repeat(16)}-01`],
  ...[valid.slice(0, -1), ` ${valid}`, `${valid}, ${valid}`, `${valid}\n`],
])('%j is none', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})

test('whether it is sampled is the last bit of its flags', () => {
  const isSampled = (flags: string) =>
    Reflect.get(
      withGoogleFields({ traceparent: valid.slice(0, -2) + flags }, null),
      'logging.googleapis.com/trace_sampled',
    )
  expect(['00', '02', '03', '01'].map(isSampled)).toEqual([false, false, true, true])
})
