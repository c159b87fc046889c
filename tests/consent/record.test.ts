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

const truths = [true, false]

test('the stored keys and fields stay as specified: others would ask everybody again', () => {
  expect(consentKeys).toEqual({ choice: 'cookie-consent', time: 'cookie-consent-timestamp' })
  const { choice, time } = describeConsent({
    analytics: true,
    marketing: false,
    type: 'custom',
    gpc: false,
    at: now,
  })
  const fields = { essential: true, analytics: true, marketing: false, policy: 1, type: 'custom', gpc: false }
  expect([JSON.parse(choice), time]).toEqual([fields, '2026-11-20T16:03:00.000Z'])
})

describe('a stored choice', () => {
  test.each(valid)('is valid: $what', ({ choice, time, isGpcOn = false }) => {
    const { analytics, marketing } = JSON.parse(choice ?? '')
    const parsed = parseConsent({ choice, time }, { now, isGpcOn })
    expect(parsed).toMatchObject({ analytics, marketing, at: new Date(time ?? '') })
  })

  test.each(invalid)('is invalid: $what', ({ choice, time, isGpcOn = false }) => {
    expect(parseConsent({ choice, time }, { now, isGpcOn })).toBeNull()
  })

  test('that cannot say how it was made counts as custom, and as made without Global Privacy Control', () => {
    const choice = '{"essential":true,"analytics":true,"marketing":true,"policy":1,"type":"ok","gpc":1}'
    const expected = { analytics: true, marketing: true, type: 'custom', gpc: false, at: now }
    expect(parseConsent({ choice, time: now.toISOString() }, { now, isGpcOn: false })).toEqual(expected)
  })

  test('lasts for 183 days', () => {
    expect(consentLifetimeMs / 86_400_000).toBe(183)
  })

  test('reads as what was chosen', () => {
    for (const type of consentTypes)
      for (const analytics of truths)
        for (const marketing of truths)
          for (const gpc of truths) {
            const record: ConsentRecord = { analytics, marketing, type, gpc, at: now }
            expect(parseConsent(describeConsent(record), { now, isGpcOn: gpc })).toEqual(record)
          }
  })
})

test.each([
  { analytics: false, marketing: false, statistics: 'denied', ads: 'denied' },
  { analytics: true, marketing: false, statistics: 'granted', ads: 'denied' },
  { analytics: false, marketing: true, statistics: 'denied', ads: 'granted' },
  { analytics: true, marketing: true, statistics: 'granted', ads: 'granted' },
])('analytics $analytics, marketing $marketing: statistics $statistics, three ad signals $ads', (row) => {
  const { ads, statistics, ...choice } = row
  const signals = { ad_storage: ads, ad_user_data: ads, ad_personalization: ads }
  expect(signalsOf(choice)).toEqual({ ...signals, analytics_storage: statistics })
})
