import 'server-only'
/** Passkeys rest until the account's present address is proved: nobody else may have added one before. */
import { isAddressProved, knowAccount } from '@/lib/server/database/database'
import { type UserState, userState } from '@/lib/server/identity/identity'
import { log } from '@/lib/server/log/log'
import type { LiveSession } from '@/lib/server/session/session'
import { type PasskeyRefusal, refused } from './refusal'

/** Why an account may not add or use a passkey; null if it may. */
export async function addressRefusal(userId: string, state: UserState): Promise<PasskeyRefusal | null> {
  const account = await knowAccount(userId, state)
  if (account === 'recreated') return refused('passkey-refused', 'account recreated')
  return isAddressProved(account, state.email) ? null : refused('address-not-proved')
}

/**
 * Why a session may not add a passkey; null if it may. A session from before the second factor would make one factor, which its
 * passkey counts for, of two.
 */
export async function additionRefusal(session: LiveSession): Promise<PasskeyRefusal | null> {
  const state = await userState(session)
  if (state.status !== 'ok') return refused('provider-unavailable', state.code)
  const isOneFactor = session.secondFactor === null && session.passkey === null
  if (state.value.hasSecondFactor && isOneFactor)
    return refused('recent-sign-in-needed', 'before the second factor')
  return addressRefusal(session.userId, state.value)
}

/** Whether the session's account may have passkeys, for its page. While that can't be known, the server decides at the press. */
export async function mayHavePasskeys(session: LiveSession): Promise<boolean> {
  const refusal = await additionRefusal(session)
  if (refusal?.code === 'provider-unavailable')
    log('warn', 'identity.unavailable', { code: refusal.reason ?? '' })
  return refusal?.code !== 'address-not-proved'
}
