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

/** The same for the account of a session. */
export async function sessionAddressRefusal(session: LiveSession): Promise<PasskeyRefusal | null> {
  const state = await userState(session)
  return state.status === 'ok'
    ? addressRefusal(session.userId, state.value)
    : refused('provider-unavailable', state.code)
}

/** Whether the session's account may have passkeys, for its page. While that can't be known, the server decides at the press. */
export async function mayHavePasskeys(session: LiveSession): Promise<boolean> {
  const refusal = await sessionAddressRefusal(session)
  if (refusal?.code === 'provider-unavailable')
    log('warn', 'identity.unavailable', { code: refusal.reason ?? '' })
  return refusal?.code !== 'address-not-proved'
}
