/**
 * Mocks single calls to the identity provider, for responses that the emulator never gives: it has no password policy (501),
 * and few faults.
 */
import type { Page, Route } from '@playwright/test'
import { removeRoute } from './pages'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

/** A method of the provider's REST API; `token` refreshes an ID token. */
export type ProviderCall =
  | 'accounts:signInWithPassword'
  | 'accounts:signInWithIdp'
  | 'accounts:signInWithEmailLink'
  | 'accounts:signUp'
  | 'accounts:lookup'
  | 'accounts:update'
  | 'accounts:sendOobCode'
  | 'accounts:resetPassword'
  | 'mfaSignIn:start'
  | 'mfaSignIn:finalize'
  | 'mfaEnrollment:start'
  | 'mfaEnrollment:finalize'
  | 'passwordPolicy'
  | 'token'

/** Handles the call with `answer`, and its preflights. Returns how to stop. */
export async function mockProvider(
  page: Page,
  call: ProviderCall,
  answer: (route: Route) => Promise<void> | void,
): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL) => pathname.endsWith(`/${call}`)
  await page.route(isMeant, (route) =>
    route.request().method() === 'OPTIONS' ? route.fulfill({ status: 204, headers: cors }) : answer(route),
  )
  return () => removeRoute(page, isMeant)
}

/** Responds as the provider does, with CORS headers. */
export function fulfillJson(route: Route, json: object, status = 200): Promise<void> {
  return route.fulfill({ status, headers: cors, json })
}

/** An error response of the provider: its code, and sometimes words after a colon. */
export function refuse(route: Route, message: string, status = 400): Promise<void> {
  return fulfillJson(
    route,
    { error: { code: status, message, errors: [{ message, reason: 'invalid' }] } },
    status,
  )
}

/** The provider's response for a password policy. */
export type PolicyAnswer = {
  schemaVersion: number
  enforcementState: 'ENFORCE' | 'OFF' | 'ENFORCEMENT_STATE_UNSPECIFIED'
  customStrengthOptions?: Record<string, number | boolean>
  allowedNonAlphanumericCharacters?: string[]
}

export const symbols = ['!', '#', '%', '?']

export const policies = {
  minimum: {
    schemaVersion: 1,
    enforcementState: 'ENFORCE',
    customStrengthOptions: { minPasswordLength: 12 },
  },
  everything: {
    schemaVersion: 1,
    enforcementState: 'ENFORCE',
    customStrengthOptions: {
      minPasswordLength: 8,
      maxPasswordLength: 20,
      containsLowercaseCharacter: true,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      containsNonAlphanumericCharacter: true,
    },
    allowedNonAlphanumericCharacters: symbols,
  },
  advice: {
    schemaVersion: 1,
    enforcementState: 'OFF',
    customStrengthOptions: { minPasswordLength: 10, containsNumericCharacter: true },
  },
  unspecified: {
    schemaVersion: 1,
    enforcementState: 'ENFORCEMENT_STATE_UNSPECIFIED',
    customStrengthOptions: { minPasswordLength: 10 },
  },
  unreadable: {
    schemaVersion: 2,
    enforcementState: 'ENFORCE',
    customStrengthOptions: { minPasswordLength: 30 },
  },
  withoutOptions: { schemaVersion: 1, enforcementState: 'ENFORCE' },
} as const satisfies Record<string, PolicyAnswer>
