/** What a browser's storage may hold under the consent keys, and whether it is a choice. */
import { consentLifetimeMs, consentPolicy } from '@/lib/consent/record'

export const now = new Date('2026-11-20T16:03:00.000Z')

const fields = { essential: true, analytics: true, marketing: false, policy: consentPolicy, type: 'custom' }
const time = '2026-11-20T16:00:00.000Z'
const json = (changes: object = {}) => JSON.stringify({ ...fields, ...changes })
const ago = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString()

type Stored = { what: string; choice: string | null; time: string | null; isGpcOn?: boolean }

/** A row for each value of a field. */
const changed = (field: string, values: readonly unknown[], more: Partial<Stored> = {}): Stored[] =>
  values.map((value) => ({ what: `${field}: ${value}`, choice: json({ [field]: value }), time, ...more }))
const atTimes = (times: readonly (string | null)[]): Stored[] =>
  times.map((time) => ({ what: `time: ${time}`, choice: json(), time }))

export const valid: readonly Stored[] = [
  ...changed('marketing', [true, false]),
  ...changed('analytics', [true, false]),
  ...changed('type', ['accept_all', 'implied', undefined]),
  ...changed('gpc', [true, 'yes']),
  ...changed('unknown', [[1, 2]]),
  { what: 'granted under Global Privacy Control', choice: json({ gpc: true }), time, isGpcOn: true },
  { what: 'refused before it', choice: json({ analytics: false, gpc: false }), time, isGpcOn: true },
  { what: 'spaces in the JSON', choice: ` ${JSON.stringify(fields, null, 2)}\n`, time },
  // The present, exactly 183 days ago, without milliseconds, of another zone, and a day.
  ...atTimes([
    ago(0),
    ago(consentLifetimeMs),
    '2026-11-20T16:00:00Z',
    '2026-11-20T17:00:00+01:00',
    '2026-11-20',
  ]),
]

const notRecords = [
  null,
  '',
  json().slice(0, 20),
  'accepted',
  'undefined',
  'null',
  '1',
  '"accept_all"',
  'true',
  '[]',
]

export const invalid: readonly Stored[] = [
  { what: 'nothing', choice: null, time: null },
  ...[...notRecords, `[${json()}]`, '{}'].map((choice) => ({ what: `choice: ${choice}`, choice, time })),
  ...changed('essential', [false, 'true', undefined]),
  ...changed('analytics', ['true', 1, null, undefined]),
  ...changed('marketing', ['false', [], undefined]),
  ...changed('policy', [consentPolicy - 1, consentPolicy + 1, String(consentPolicy), undefined]),
  { what: 'analytics before Global Privacy Control', choice: json({ gpc: false }), time, isGpcOn: true },
  {
    what: 'marketing before Global Privacy Control',
    choice: json({ analytics: false, marketing: true }),
    time,
    isGpcOn: true,
  },
  // None, the future, more than 183 days ago, and what is no time.
  ...atTimes([null, '', ago(-1), '2027-11-20T16:00:00.000Z', ago(consentLifetimeMs + 1)]),
  ...atTimes(['yesterday', '2026-11-45T00:00:00.000Z', String(now.getTime()), 'null']),
]
