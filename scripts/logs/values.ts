/** The values that the options of `npm run logs` accept. */
import ms, { type StringValue } from 'ms'
import * as v from 'valibot'
import { parseReference, referenceOf } from '../../lib/errors/errors'
import { isStatusPattern } from './filter'
import { alarms } from './review/classify'
import { isFingerprint } from './review/fingerprint'
import { sortings } from './sorting'
import { isDnsServer } from './verify'

/** Validates the options that have a value. Relative times count back from `now`. */
export function optionsSchema(now: number) {
  const moment = v.pipe(
    v.string(),
    v.transform((text) => parseMoment(text, now)),
    v.number('must be a date (2026-11-21), a date and time (2026-11-21T15:00) or a time ago (2h, 7d)'),
  )
  return v.object({
    since: v.optional(moment),
    until: v.optional(moment),
    bot: v.optional(v.array(v.string()), []),
    status: v.optional(statuses, []),
    path: v.optional(v.array(v.string()), []),
    sort: v.optional(v.picklist(sortings, `must be one of ${sortings.join(', ')}`), 'count'),
    limit: v.optional(limit, '50'),
    every: v.optional(spanLength),
    reference: v.optional(reference),
    dns: v.optional(v.pipe(v.string(), v.check(isDnsServer, 'must be an IP address, also with a port'))),
    html: v.optional(v.string()),
    state: v.optional(v.string()),
    'fail-on': v.optional(v.array(v.picklist(alarms, `must be ${alarms.join(' or ')}`)), []),
    ignore: v.optional(
      v.pipe(v.string(), v.check(isFingerprint, 'must look like 3fa1b2c4d5, as in a review')),
    ),
    reason: v.optional(
      v.pipe(v.string(), v.trim(), v.nonEmpty('must say why'), v.maxLength(500, 'is too long')),
    ),
  })
}

/** `--status 404,5xx` means `--status 404 --status 5xx`. */
const statuses = v.pipe(
  v.array(v.string()),
  v.transform((texts) => texts.flatMap((text) => text.split(','))),
  v.everyItem(isStatusPattern, 'must be a status such as 404, or a class such as 5xx'),
)

const limit = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 on'),
  v.transform(Number),
)

const spanLength = v.pipe(
  v.string(),
  v.transform(parseDuration),
  v.number('must be a length of time such as 10m, 1h, 1d'),
  v.minValue(1_000, 'must be at least 1s'),
)

/** A reference, or a request ID, which begins with one. Lenient: it may have been read out over the phone. */
const reference = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform((text) => parseReference(referenceOf(text))),
  v.string('must look like 4f9c21ab-7e10, as on the error page'),
)

/** Milliseconds since 1970 for a date, a date and time (UTC unless it has an offset), or a time ago. */
export function parseMoment(text: string, now: number): number | null {
  const ago = parseDuration(text)
  if (ago !== null) return now - ago
  const [, date = '', time = '00:00', zone = 'Z'] = dateAndTime.exec(text) ?? []
  // `Date` turns February 31 into a day in March.
  const isDate = date !== '' && new Date(Date.parse(date) || 0).toISOString().startsWith(date)
  return isDate ? Date.parse(`${date}T${time}${zone}`) || null : null
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds of a duration such as `90s`, `15m`, `2h`, `7d`, `2w`. */
export function parseDuration(text: string): number | null {
  return /^\d{1,6}(\.\d{1,3})?[smhdw]$/.test(text) ? ms(text as StringValue) || null : null
}
