/**
 * Stands in for the identity provider on single calls of a page: for answers that the emulator never gives. It knows no
 * password policy at all (501), and few of the faults.
 */
import type { Page, Route } from '@playwright/test'
import { removeRoute } from './routes'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

/** A call of the provider's REST surface; `token` is that for a new ID token. */
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

/** Answers the call with whatever `answer` does with it; preflights are let through. Returns the way to stop. */
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

/** An answer as the provider gives it, which pages of any site may read. */
export function fulfillJson(route: Route, json: object, status = 200): Promise<void> {
  return route.fulfill({ status, headers: cors, json })
}

/** An error as the provider gives it: its own code, and sometimes words behind a colon. */
export function refuse(route: Route, message: string, status = 400): Promise<void> {
  return fulfillJson(
    route,
    { error: { code: status, message, errors: [{ message, reason: 'invalid' }] } },
    status,
  )
}

/** A policy as the provider gives it. */
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
