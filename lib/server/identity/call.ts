import 'server-only'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { codeOf } from '@/lib/error-code'
import { withTimeout } from '@/lib/time/timeout'
import { adminApp, maxResponseMs } from './admin-app'

/** `refused` is the provider's response; `unavailable` means none, or none in time. */
export type IdentityResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'refused'; code: string }
  | { status: 'unavailable'; code: string }

/** The deadline for all provider calls of one request, by `performance.now()`. */
export function identityDeadline(): number {
  return performance.now() + maxResponseMs
}

/** Calls the provider, and distinguishes its refusals from its failures. */
export async function callProvider<T>(
  call: (auth: Auth) => Promise<T>,
  deadline = identityDeadline(),
): Promise<IdentityResult<T>> {
  try {
    return {
      status: 'ok',
      value: await withTimeout(call(getAuth(adminApp())), deadline - performance.now()),
    }
  } catch (error) {
    const code = codeOf(error) ?? credentialCode(error)
    if (code === null) throw error
    return { status: isRefusal(error, code) ? 'refused' : 'unavailable', code }
  }
}

/**
 * The library behind default credentials throws a plain error if it finds none, and uses the HTTP status of Google's metadata
 * server as its code.
 */
function credentialCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (!('code' in error)) return error.constructor === Error ? 'app/invalid-credential' : null
  return typeof error.code === 'number' ? `metadata-${error.code}` : null
}

/** Codes that refuse the token. All others mean the provider is unavailable. */
const refusals = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
])

/**
 * The SDK uses the same code for a bad token and for keys it couldn't fetch; only the message of a refusal
 * mentions the token. (tests/session/provider-faults.own.spec.ts fails if the message changes.)
 */
function isRefusal(error: unknown, code: string): boolean {
  if (code !== 'auth/argument-error') return refusals.has(code)
  return error instanceof Error && error.message.includes('ID token')
}
