/** What a browser's storage may hold under the consent keys, and whether it is a choice. */
import { consentLifetimeMs, consentPolicy } from '@/lib/consent/record'

export const now = new Date('2026-11-20T16:03:00.000Z')

const choice = { essential: true, analytics: true, marketing: false, policy: consentPolicy, type: 'custom' }
const time = '2026-11-20T16:00:00.000Z'

const json = (changes: object) => JSON.stringify({ ...choice, ...changes })
const ago = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString()

type Stored = { what: string; choice: string | null; time: string | null; isGpcOn?: boolean }

export const valid: readonly Stored[] = [
  { what: 'analytics alone', choice: json({}), time },
  { what: 'all', choice: json({ marketing: true, type: 'accept_all' }), time },
  { what: 'nothing', choice: json({ analytics: false, type: 'reject_all' }), time },
  { what: 'marketing alone', choice: json({ analytics: false, marketing: true }), time },
  { what: 'fields nobody knows', choice: json({ personalization: true, since: [1, 2] }), time },
  { what: 'a type nobody knows', choice: json({ type: 'implied' }), time },
  { what: 'no type', choice: json({ type: undefined }), time },
  { what: 'made under Global Privacy Control', choice: json({ gpc: true }), time },
  { what: 'a mark of Global Privacy Control that is none', choice: json({ gpc: 'yes' }), time },
  {
    what: 'granted under Global Privacy Control, which is on',
    choice: json({ gpc: true }),
    time,
    isGpcOn: true,
  },
  {
    what: 'refused before Global Privacy Control was on',
    choice: json({ analytics: false, gpc: false }),
    time,
    isGpcOn: true,
  },
  { what: 'spaces in the JSON', choice: ` ${JSON.stringify(choice, null, 2)}\n`, time },
  { what: 'made this very millisecond', choice: json({}), time: ago(0) },
  { what: 'exactly 183 days old', choice: json({}), time: ago(consentLifetimeMs) },
  { what: 'a time without milliseconds', choice: json({}), time: '2026-11-20T16:00:00Z' },
  { what: 'a time of another zone', choice: json({}), time: '2026-11-20T17:00:00+01:00' },
  { what: 'a day', choice: json({}), time: '2026-11-20' },
]

export const invalid: readonly Stored[] = [
  { what: 'nothing stored', choice: null, time: null },
  { what: 'no choice', choice: null, time },
  { what: 'no time', choice: json({}), time: null },
  { what: 'an empty choice', choice: '', time },
  { what: 'an empty time', choice: json({}), time: '' },
  { what: 'half a JSON', choice: json({}).slice(0, 20), time },
  { what: 'what is no JSON', choice: 'accepted', time },
  { what: 'undefined as a word', choice: 'undefined', time },
  { what: 'null', choice: 'null', time },
  { what: 'a number', choice: '1', time },
  { what: 'a string', choice: '"accept_all"', time },
  { what: 'true', choice: 'true', time },
  { what: 'a list', choice: '[]', time },
  { what: 'the choice in a list', choice: `[${json({})}]`, time },
  { what: 'nothing but braces', choice: '{}', time },
  { what: 'essential false', choice: json({ essential: false }), time },
  { what: 'essential as a word', choice: json({ essential: 'true' }), time },
  { what: 'no essential', choice: json({ essential: undefined }), time },
  { what: 'analytics as a word', choice: json({ analytics: 'true' }), time },
  { what: 'analytics as a number', choice: json({ analytics: 1 }), time },
  { what: 'analytics null', choice: json({ analytics: null }), time },
  { what: 'no analytics', choice: json({ analytics: undefined }), time },
  { what: 'marketing as a word', choice: json({ marketing: 'false' }), time },
  { what: 'marketing as a list', choice: json({ marketing: [] }), time },
  { what: 'no marketing', choice: json({ marketing: undefined }), time },
  { what: 'an older policy', choice: json({ policy: consentPolicy - 1 }), time },
  { what: 'a later policy', choice: json({ policy: consentPolicy + 1 }), time },
  { what: 'the policy as a word', choice: json({ policy: String(consentPolicy) }), time },
  { what: 'no policy', choice: json({ policy: undefined }), time },
  {
    what: 'analytics granted before Global Privacy Control was on',
    choice: json({ gpc: false }),
    time,
    isGpcOn: true,
  },
  {
    what: 'marketing granted before Global Privacy Control was on',
    choice: json({ analytics: false, marketing: true }),
    time,
    isGpcOn: true,
  },
  { what: 'a millisecond from the future', choice: json({}), time: ago(-1) },
  { what: 'a year from the future', choice: json({}), time: '2027-11-20T16:00:00.000Z' },
  { what: 'a millisecond more than 183 days old', choice: json({}), time: ago(consentLifetimeMs + 1) },
  { what: 'a time that is none', choice: json({}), time: 'yesterday' },
  { what: 'a day that is none', choice: json({}), time: '2026-11-45T00:00:00.000Z' },
  { what: 'a time in milliseconds', choice: json({}), time: String(now.getTime()) },
  { what: 'null as a word for the time', choice: json({}), time: 'null' },
]
