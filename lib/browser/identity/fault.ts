import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
import type { ForeignCode, IdentityErrorCode } from '@/lib/identity/error-words'

/** Codes with which the provider ends what a session stands on (spec section 4). */
const revocations = ['user-disabled', 'user-token-expired'] as const satisfies readonly IdentityErrorCode[]
export type Revocation = (typeof revocations)[number]

/** Whether the provider has disabled the account, or trusts none of its tokens any more. */
export function isRevocation(code: string | null): code is Revocation {
  return revocations.some((known) => known === code)
}

/**
 * What became of an identity call that was rejected, so that a person always reads words: the SDK's code without its `auth/`.
 * What has none (a storage that fails under the SDK, a mistake in it or in our use of it) is told to the log as it is.
 */
export function failureOf(fault: unknown): { status: 'failed'; code: IdentityErrorCode } {
  if (fault instanceof Error && 'code' in fault && typeof fault.code === 'string')
    return { status: 'failed', code: fault.code.replace(/^auth\//, '') as ForeignCode }
  const error = fault instanceof Error ? fault : new Error(`identity: rejected with ${typeof fault}`)
  void ifLoaded(import('@/lib/browser/errors/report'), ({ reportError }) => reportError(error))
  return { status: 'failed', code: 'sdk-fault' }
}
