/** Lines written with LOG_FORMAT=gcp, as they leave Foyer and as Cloud Logging gives them back. */
import { expect, test } from 'vitest'
import { withGoogleFields } from '@/lib/log/google-fields'
import {
  answerOf,
  cloudEntry,
  crawlerError,
  folded,
  logOf,
  reportOn,
  sessionOpened,
  unknownRoute,
} from './samples'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const plain = [crawlerError, sessionOpened, folded, unknownRoute].map((record) => ({
  ...record,
  traceparent,
}))
const written = plain.map((record): Record<string, unknown> => withGoogleFields(record, 'my-project'))

/** Cloud Logging moves some fields to the entry, and sorts the others. */
const entries = written.map(({ time: timestamp, severity, httpRequest, ...line }) => {
  const {
    'logging.googleapis.com/trace': trace,
    'logging.googleapis.com/spanId': spanId,
    'logging.googleapis.com/trace_sampled': traceSampled,
    ...own
  } = line
  const jsonPayload = Object.fromEntries(Object.entries(own).sort(([one], [other]) => (one < other ? -1 : 1)))
  return cloudEntry({ timestamp, severity, httpRequest, trace, spanId, traceSampled, jsonPayload })
})

test.each([
  ['as they are', logOf(...written)],
  ['in Docker', logOf(...written.map((record) => `site-1  | ${JSON.stringify(record)}`))],
  ["by gcloud logging read --format=json | jq -c '.[]'", logOf(...entries)],
])('read %s, they are what Foyer wrote', (_, log) => {
  for (const chunkBytes of [65_536, 7])
    expect(reportOn([log], { chunkBytes })).toMatchObject({
      lines: { errors: 3, otherEvents: 1, foreign: 0, notUnderstood: 0 },
      references: ['4f9c21ab-7e10', '4f9c21ab-7e10', '0a1b2c3d-4e5f'],
    })
})

test.each([
  ['', []],
  ['--people --json', ['--people', '--json']],
  ['--reference, of an error', ['--reference', '4f9c21ab-7e10']],
  ['--reference, of a missing page', ['--reference', '0a1b2c3d-4e5f']],
])('npm run logs %s says of them what it says of others', async (_, parameters) => {
  expect(await answerOf(parameters, logOf(...written))).toBe(await answerOf(parameters, logOf(...plain)))
})

test.each(['4f9c21ab-7e10', '0a1b2c3d-4e5f'])('%s in full has nothing of Google’s', async (reference) => {
  const shown = await answerOf(['--reference', reference], logOf(...entries))
  expect(shown).toMatch(new RegExp(`^traceparent +${traceparent}$`, 'm'))
  expect(shown).not.toMatch(/^(severity|stack_trace|httpRequest|message|\S*googleapis)/m)
})
