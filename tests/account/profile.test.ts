import { UserRecord } from 'firebase-admin/auth'
import { describe, expect, test } from 'vitest'
import { describeSignInMethod, mayRemoveSignInMethod, parseProfileChange } from '@/lib/account'
import { toProfile } from '@/lib/server/identity/user'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'

test.each([
  ['', null],
  [' \t', null],
  [' Ada ', 'Ada'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('the entered name %j becomes %j', (typed, displayName) => {
  expect(parseProfileChange(typed)).toEqual({ change: { displayName } })
})

test('a name that is too long has a message', () => {
  const problem = 'A name can have up to 200 characters. Shorten it.'
  expect(parseProfileChange('x'.repeat(201))).toEqual({ problem })
})

test('sign-in methods have names; unknown ones have their ID', () => {
  expect(describeSignInMethod('google.com')).toBe('Google')
  expect(describeSignInMethod('saml.example')).toBe('saml.example')
})

test('a sign-in is recent for five minutes', () => {
  const at = 1_800_000_000
  expect(isRecentSignIn(at, at * 1000 + 300_000)).toBe(true)
  expect(isRecentSignIn(at, at * 1000 + 300_001)).toBe(false)
})

describe('the provider’s record of a user', () => {
  /** As the provider's SDK reads its response; the constructor isn't in its types. */
  const read = (answer: object) => toProfile(Reflect.construct(UserRecord, [answer]))

  const bare = { localId: 'ada', createdAt: '1800000000000', lastLoginAt: '1800000060000' }
  const nothing = {
    userId: 'ada',
    displayName: null,
    photoUrl: null,
    email: null,
    emailVerified: false,
    secondFactors: [],
    phoneNumber: null,
    isAnonymous: true,
    tenantId: null,
    providers: [],
    createdAt: '2027-01-15T08:00:00.000Z',
    lastSignInAt: '2027-01-15T08:01:00.000Z',
  }

  test('has all its fields in the profile', () => {
    const photoUrl = 'https://example.com/ada.png'
    const account = { displayName: 'Ada', email: 'ada@example.com', phoneNumber: '+15555550100' }
    const provider = { ...account, providerId: 'google.com', rawId: '7', photoUrl }
    const answer = { ...bare, ...account, photoUrl, emailVerified: true, tenantId: 'of-a-customer' }
    const mfaInfo = [
      { mfaEnrollmentId: 'a', displayName: 'My app', totpInfo: {} },
      { mfaEnrollmentId: 'b', phoneInfo: '+15555550100' },
    ]
    expect(read({ ...answer, providerUserInfo: [provider], mfaInfo })).toEqual({
      ...nothing,
      ...account,
      photoUrl,
      emailVerified: true,
      isAnonymous: false,
      tenantId: 'of-a-customer',
      secondFactors: [
        { id: 'a', kind: 'totp', name: 'My app', phoneNumber: null },
        { id: 'b', kind: 'sms', name: null, phoneNumber: '+15555550100' },
      ],
      providers: [{ ...account, providerId: 'google.com', userId: '7', photoUrl }],
    })
  })

  test.each([
    ['nothing', {}, true],
    ['an address', { email: 'ada@example.com' }, false],
    ['a number', { phoneNumber: '+15555550100' }, false],
    ['a way to sign in', { providerUserInfo: [{ providerId: 'google.com', rawId: '7' }] }, false],
  ])('with %s, %j, is anonymous: %s', (_, has, isAnonymous) => {
    expect(read({ ...bare, ...has })).toMatchObject({ isAnonymous })
  })

  test('of an anonymous user has only its times', () => {
    expect(read(bare)).toEqual(nothing)
    expect(read({ localId: 'ada' })).toMatchObject({ createdAt: null, lastSignInAt: null })
  })
})

test.each([
  ['password', ['password'], false],
  ['google.com', ['google.com', 'password'], true],
  ['password', ['password', 'google.com'], true],
  // What this site doesn't offer can't sign in.
  ['password', ['password', 'github.com'], false],
  ['password', ['password', 'phone', 'apple.com'], false],
  ['apple.com', ['apple.com', 'password'], true],
  ['google.com', [], false],
])('%s of %j may be removed: %s', (providerId, linked, isAllowed) => {
  expect(mayRemoveSignInMethod(providerId, linked, ['google'])).toBe(isAllowed)
})
