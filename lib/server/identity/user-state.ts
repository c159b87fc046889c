import 'server-only'
import { callIdentity, type IdentityResult } from './call'

/** A user's current state at the provider. A deleted user is `refused`. */
export type UserState = {
  isDisabled: boolean
  tokensValidAfter: Date | null
  hasSecondFactor: boolean
  email: string | null
  /** Linked sign-in methods with the address that each one gave; `password` also stands for email links. */
  providers: readonly { providerId: string; email: string | null }[]
}

/** Fetches the state of a user by one call. */
export function userState(userId: string, deadline?: number): Promise<IdentityResult<UserState>> {
  return callIdentity(async (auth) => {
    const { disabled, tokensValidAfterTime, multiFactor, email, providerData } = await auth.getUser(userId)
    return {
      isDisabled: disabled,
      tokensValidAfter: tokensValidAfterTime ? new Date(tokensValidAfterTime) : null,
      hasSecondFactor: (multiFactor?.enrolledFactors.length ?? 0) > 0,
      email: email ?? null,
      providers: providerData.map(({ providerId, email }) => ({ providerId, email: email ?? null })),
    }
  }, deadline)
}

/** Why a sign-in at this time (seconds since 1970) no longer counts; null if it does. */
export function revocationOf(
  { isDisabled, tokensValidAfter }: UserState,
  authenticatedAt: number,
): string | null {
  if (isDisabled) return 'auth/user-disabled'
  const isRevoked = tokensValidAfter !== null && authenticatedAt * 1000 < tokensValidAfter.getTime()
  return isRevoked ? 'auth/id-token-revoked' : null
}
