import { debugErrorMap } from 'firebase/auth'
import { describe, expect, test } from 'vitest'
import { identityFailure, knownIdentityCodes } from '@/lib/identity-errors'

/** Those that the specification names (section 8). */
const specified = `
  internal-error argument-error invalid-api-key network-request-failed popup-blocked popup-closed-by-user
  cancelled-popup-request web-storage-unsupported unauthorized-domain auth-domain-config-required invalid-auth-event
  invalid-user-token tenant-id-mismatch user-mismatch user-not-found multi-factor-auth-required missing-recaptcha-token
  password-does-not-meet-requirements unsupported-password-policy-schema-version login-blocked invalid-emulator-scheme
  emulator-config-failed already-initialized no-auth-event invalid-credential wrong-password email-already-in-use
  too-many-requests user-disabled requires-recent-login user-token-expired expired-action-code invalid-action-code
  admin-restricted-operation`
  .trim()
  .split(/\s+/)

/** As the installed SDK has them, those of servers included: a new one fails here until it has words. */
const ofSdk = Object.keys((debugErrorMap as unknown as () => Record<string, string>)())

test('the SDK names its codes where this test looks for them', () => {
  expect(ofSdk.length).toBeGreaterThan(100)
  expect(ofSdk).toContain('wrong-password')
})

test.each([...new Set([...ofSdk, ...specified])])('%s has an entry', (code) => {
  expect(knownIdentityCodes()).toContain(code)
})

test('no code has two entries, and none is there that nobody raises', () => {
  const codes = knownIdentityCodes()
  expect(new Set(codes).size).toBe(codes.length)
  const ownCodes = codes.filter((code) => !ofSdk.includes(code))
  expect(ownCodes.every((code) => /^(session|sdk|link|account)-/.test(code))).toBe(true)
})

describe('words for people', () => {
  test.each(knownIdentityCodes())('%s: whole sentences, and nothing of the SDK', (code) => {
    const { words } = identityFailure(code)
    expect(words).toMatch(/^[A-Z].*\.$/)
    expect(words).not.toMatch(/firebase|auth\/|error|token(?! sync)|[a-z]-[a-z]+-/i)
  })
})

test('what reads the same tells nobody who has an account', () => {
  const [first, ...others] = ['invalid-credential', 'wrong-password', 'user-not-found'].map(identityFailure)
  for (const other of others) expect(other).toBe(first)
})

test('an error of the settings is ours, and says so', () => {
  for (const code of [
    'invalid-api-key',
    'unauthorized-domain',
    'emulator-config-failed',
    'a-code-of-tomorrow',
  ]) {
    expect(identityFailure(code)).toMatchObject({ level: 'error', next: 'try-again' })
    expect(identityFailure(code).words).toContain('on our side')
  }
})
