import { expect, test } from 'vitest'
import {
  authenticatorLink,
  describeSecondFactor,
  parseCode,
  parsePhoneNumber,
} from '@/lib/identity/second-factor'
import * as brand from '@/lib/site/brand'

test.each([
  ['123456', '123456'],
  [' 012 345 ', '012345'],
  ['123-456', '123456'],
  ['123\u200b456', '123456'],
  ['\u202a123\u00a0456\u202c\ufeff', '123456'],
  ['123\u2011456', '123456'],
  ['１２３４５６', '123456'],
  ['٠١٢٣٤٥', '012345'],
  ['۱۲۳۴۵۹', '123459'],
  ['१२३४५९', '123459'],
  ['𝟎𝟗𝟞𝟟𝟨𝟵', '096769'],
  ['12345', null],
  ['1234567', null],
  ['12345½', null],
  ['12345a', null],
  ['', null],
])('the code %j is %j', (typed, code) => {
  expect(parseCode(typed)).toBe(code)
})

test.each([
  ['+44 20 7946 0000', '+442079460000'],
  [' +1 (650) 555-0100 ', '+16505550100'],
  ['0049 30.1234/567', '+49301234567'],
  ['\u202a+49 170 1234567\u202c', '+491701234567'],
  ['＋４９（１７０）１２３‐４５６７', '+491701234567'],
  ['+49\u00a0170\u20111234\u2013567', '+491701234567'],
  ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
  ['+39 06 1234 5678', '+390612345678'],
  ['+49 (0) 170 1234567', 'phone-number-with-zero'],
  ['0049(0)170 1234567', 'phone-number-with-zero'],
  ['030 1234567', null],
  ['+0123456789', null],
  ['+123456', null],
  ['+1234567890123456', null],
  ['+49 30 call me', null],
])('the number %j is %j', (typed, found) => {
  const { number, problem } = parsePhoneNumber(typed)
  expect(number ?? (problem === 'invalid-phone-number' ? null : problem)).toBe(found)
})

test('the link for an authenticator app escapes the address', () => {
  const key = { secret: 'JBSWY3DPEHPK3PXP', algorithm: 'SHA1', digits: 6, periodSeconds: 30 }
  const link = new URL(authenticatorLink(key, 'a+b&secret=x:?#@example.com'))
  expect(link.protocol + link.host).toBe('otpauth:totp')
  expect(decodeURIComponent(link.pathname)).toBe(`/${brand.name}:a+b&secret=x:?#@example.com`)
  expect([...link.searchParams]).toEqual([
    ['secret', 'JBSWY3DPEHPK3PXP'],
    ['issuer', brand.name],
    ['algorithm', 'SHA1'],
    ['digits', '6'],
    ['period', '30'],
  ])
})

test.each([
  ['totp', null, null, 'Authenticator app'],
  ['totp', 'Old app', null, 'Old app'],
  ['sms', null, '+16505550123', 'Phone ending in 0123'],
  ['sms', 'Red', '+*******0123', 'Red (ending in 0123)'],
  ['sms', null, null, 'Phone'],
] as const)('%s %j %j is called %s', (kind, name, phoneNumber, words) => {
  expect(describeSecondFactor({ id: '1', kind, name, phoneNumber })).toBe(words)
})
