import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { codeOf } from '@/lib/error-code'
import type { ForeignCode, IdentityErrorCode } from '@/lib/identity/error-words'

/** Provider codes that revoke a session (S60). */
const revocations = ['user-disabled', 'user-token-expired'] as const satisfies readonly IdentityErrorCode[]
export type Revocation = (typeof revocations)[number]

/** Whether the provider disabled the account or revoked its tokens. */
export function isRevocation(code: string | null): code is Revocation {
  return revocations.some((known) => known === code)
}

/**
 * Maps any rejected identity call to a code, so users always get a message: the SDK's code without `auth/`.
 * Errors without one (storage failing under the SDK, a bug in it or in how we use it) are logged as is.
 */
export function failureOf(fault: unknown): { status: 'failed'; code: IdentityErrorCode } {
  const code = codeOf(fault)
  if (code !== null) return { status: 'failed', code: code.replace(/^auth\//, '') as ForeignCode }
  if (isChunkLoadError(fault)) return { status: 'failed', code: 'sdk-unreachable' }
  const error = fault instanceof Error ? fault : new Error(`identity: rejected with ${typeof fault}`)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  return { status: 'failed', code: 'sdk-fault' }
}
