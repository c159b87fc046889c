import { describe, expect, test } from 'vitest'
import { consentKeys } from '@/lib/consent/keys'
import {
  type ConsentRecord,
  consentLifetimeMs,
  consentTypes,
  describeConsent,
  parseConsent,
  signalsOf,
} from '@/lib/consent/record'
import { invalid, now, valid } from './stored-consent'

test('the keys in storage stay as they are: under others everybody would be asked again', () => {
  expect(consentKeys).toEqual({ choice: 'cookie-consent', time: 'cookie-consent-timestamp' })
})

describe('a stored choice', () => {
  test.each(valid)('is one: $what', ({ choice, time, isGpcOn = false }) => {
    const { analytics, marketing } = JSON.parse(choice ?? '')
    expect(parseConsent({ choice, time }, { now, isGpcOn })).toMatchObject({
      analytics,
      marketing,
      at: new Date(time ?? ''),
    })
  })

  test.each(invalid)('is none: $what', ({ choice, time, isGpcOn = false }) => {
    expect(parseConsent({ choice, time }, { now, isGpcOn })).toBeNull()
  })

  test('that cannot say how it was made counts as custom, and as made without Global Privacy Control', () => {
    const choice = '{"essential":true,"analytics":true,"marketing":true,"policy":1,"type":"ok","gpc":1}'
    expect(parseConsent({ choice, time: now.toISOString() }, { now, isGpcOn: false })).toEqual({
      analytics: true,
      marketing: true,
      type: 'custom',
      gpc: false,
      at: now,
    })
  })

  test('holds for 183 days', () => {
    expect(consentLifetimeMs / 86_400_000).toBe(183)
  })
})

const records: ConsentRecord[] = consentTypes.flatMap((type) =>
  [true, false].flatMap((analytics) =>
    [true, false].flatMap((marketing) =>
      [true, false].map((gpc) => ({ analytics, marketing, type, gpc, at: now })),
    ),
  ),
)

test.each(records)('what is stored reads as what was chosen: $type $analytics $marketing $gpc', (record) => {
  expect(parseConsent(describeConsent(record), { now, isGpcOn: record.gpc })).toEqual(record)
})

test('the stored choice says what the specification names, and what it takes to ask again in time', () => {
  const record: ConsentRecord = { analytics: true, marketing: false, type: 'custom', gpc: false, at: now }
  const { choice, time } = describeConsent(record)
  expect(JSON.parse(choice)).toEqual({
    essential: true,
    analytics: true,
    marketing: false,
    policy: 1,
    type: 'custom',
    gpc: false,
  })
  expect(time).toBe('2026-11-20T16:03:00.000Z')
})

test.each([
  { analytics: false, marketing: false, statistics: 'denied', ads: 'denied' },
  { analytics: true, marketing: false, statistics: 'granted', ads: 'denied' },
  { analytics: false, marketing: true, statistics: 'denied', ads: 'granted' },
  { analytics: true, marketing: true, statistics: 'granted', ads: 'granted' },
])('analytics $analytics, marketing $marketing: statistics $statistics, three ad signals $ads', (row) => {
  expect(signalsOf(row)).toEqual({
    ad_storage: row.ads,
    analytics_storage: row.statistics,
    ad_user_data: row.ads,
    ad_personalization: row.ads,
  })
})
