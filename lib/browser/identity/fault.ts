import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { codeOf } from '@/lib/error-code'
import type { ForeignCode, IdentityErrorCode } from '@/lib/identity/error-words'

/** Codes of the provider that end a session (S60). */
const revocations = ['user-disabled', 'user-token-expired'] as const satisfies readonly IdentityErrorCode[]
export type Revocation = (typeof revocations)[number]

/** Whether the provider has disabled the account or revoked its tokens. */
export function isRevocation(code: string | null): code is Revocation {
  return revocations.some((known) => known === code)
}

/** Whether the provider accepted the sign-in and only our session is missing. */
export function isSessionError({ code }: { code: IdentityErrorCode }): boolean {
  return code.startsWith('session-')
}

/**
 * Returns the code of a rejected identity call, so users always get a message: the SDK's code without `auth/`.
 * Errors without a code (failing storage, a bug in the SDK or in how we use it) are reported.
 */
export function failureOf(fault: unknown): { status: 'failed'; code: IdentityErrorCode } {
  const code = codeOf(fault)
  if (code !== null) return { status: 'failed', code: code.replace(/^auth\//, '') as ForeignCode }
  if (isChunkLoadError(fault)) return { status: 'failed', code: 'sdk-unreachable' }
  const error = fault instanceof Error ? fault : new Error(`identity: rejected with ${typeof fault}`)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  return { status: 'failed', code: 'sdk-fault' }
}
