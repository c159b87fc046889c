import 'server-only'
/** The user's passkeys: whether they may have any, and the list, with its changes. */
import { mayRemoveSignInMethod } from '@/lib/account'
import { siteConfig } from '@/lib/config/config'
import {
  type AcceptedPasskeys,
  type ListedPasskey,
  type PasskeyId,
  type PasskeyList,
  parsePasskeyId,
  type RemovedPasskey,
} from '@/lib/passkeys/passkeys'
import { findAccount, isAddressProved } from '@/lib/server/database/accounts'
import type { UserId } from '@/lib/server/database/ids'
import { logForeignId } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { normalizeEmail, type UserState, userState } from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import {
  deletePasskeyRow,
  isOtherUsersPasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
  userHandleOf,
} from '@/lib/server/passkeys/database/passkeys'
import type { LiveSession } from '@/lib/server/session/current'
import { endOtherSessions } from '@/lib/server/session/end'
import { checkAddress } from '@/lib/server/session/ownership'
import type { PersonSession } from '@/lib/session/token'
import { describePasskey } from './listed'
import { type PasskeyRefusal, type PasskeyResult, refused } from './requests'

/** The user's passkeys, and what their password managers may be sent: from one query, so that both agree. */
export async function passkeyList(session: LiveSession): Promise<PasskeyList> {
  const rows = await listPasskeyRows(session.userId)
  const account = await findAccount(session.userId)
  return {
    passkeys: rows.map(describePasskey),
    accepted: await acceptedPasskeys(session, rows),
    isAddressProved:
      account !== null && isAddressProved(account, session.email && normalizeEmail(session.email)),
  }
}

async function acceptedPasskeys(
  session: LiveSession,
  rows: readonly PasskeyRow[],
): Promise<AcceptedPasskeys | null> {
  const { passkeyRpId: rpId } = siteConfig()
  const usable = rows.filter((row) => row.rpId === rpId)
  if (!rpId || usable.length === 0) return null
  return {
    rpId,
    userId: await userHandleOf(session),
    allAcceptedCredentialIds: usable.map(({ credentialId }) => credentialId),
    ...accountNames(session),
  }
}

/** The account names that password managers show. */
export function accountNames({ name, email }: Pick<LiveSession, 'name' | 'email'>): {
  name: string
  displayName: string
} {
  return { name: email ?? name ?? 'Your account', displayName: name ?? email ?? '' }
}

type Change = { session: LiveSession; facts: RequestFacts }

/** Renames a passkey; an empty name restores its authenticator's. */
export async function renamePasskey(
  listedId: string,
  name: string,
  { session, facts }: Change,
): Promise<PasskeyResult<{ passkey: ListedPasskey }>> {
  const id = parsePasskeyId(listedId)
  const row = id && (await renamePasskeyRow(id, session, name || null))
  return row
    ? { status: 'ok', answer: { passkey: describePasskey(row) } }
    : refuseUnknown(id, { session, facts })
}

/** Removes a passkey, unless it's the last sign-in method, and ends all other sessions, as the device may be lost. */
export async function removePasskey(
  listedId: string,
  { session, facts }: Change,
): Promise<PasskeyResult<RemovedPasskey>> {
  const { userId, providerUserId, authenticatedAt } = session
  const id = parsePasskeyId(listedId)
  if (!id) return refuseUnknown(null, { session, facts })
  const state = await userState({ providerUserId, authenticatedAt })
  if (state.status !== 'ok') return refused('provider-unavailable', state.code)
  const { passkeyRpId, public: site } = siteConfig()
  const linked = state.value.providers.map(({ providerId }) => providerId)
  const hasOtherMethod = mayRemoveSignInMethod('passkey', linked, site.providers)
  const removed = await deletePasskeyRow(session, { id, rpId: passkeyRpId ?? '', hasOtherMethod })
  if (removed === 'absent') return refuseUnknown(id, { session, facts })
  if (removed === 'last') return refused('last-sign-in-method')
  const { requestId } = facts
  log('info', 'passkey.removed', { requestId, userId })
  await endOtherSessions(session, { requestId, reason: 'others-by-passkey' })
  return { status: 'ok', answer: { rpId: removed.rpId, credentialId: removed.credentialId } }
}

/** Gives the same response for another user's passkey as for a missing one; only the log tells them apart. */
async function refuseUnknown(
  id: PasskeyId | null,
  { session: { userId }, facts }: Change,
): Promise<PasskeyRefusal> {
  if (id && (await isOtherUsersPasskey(id, userId))) logForeignId(facts, { userId, kind: 'passkey', id })
  return refused('passkey-gone')
}

/** Why a person's account may not add or use a passkey; null if it may. */
export async function addressRefusal(userId: UserId, user: UserState): Promise<PasskeyRefusal | null> {
  const account = await findAccount(userId)
  const isSame = account?.createdAt.getTime() === user.createdAt.getTime()
  if (!account || !isSame || account.providerUserId !== user.providerUserId)
    return refused('passkey-refused', 'account recreated')
  const position = await checkAddress(account, user)
  if (typeof position === 'object') return refused('provider-unavailable', position.code)
  return position === 'current' ? null : refused('address-not-proved')
}

/**
 * Why a session may not add a passkey; null if it may. A session from before the second factor would make one factor, which its
 * passkey counts for, of two.
 */
export async function additionRefusal(session: PersonSession): Promise<PasskeyRefusal | null> {
  const state = await userState(session)
  if (state.status !== 'ok') return refused('provider-unavailable', state.code)
  const isOneFactor = session.secondFactor === null && session.credential === null
  if (state.value.hasSecondFactor && isOneFactor)
    return refused('recent-sign-in-needed', 'before the second factor')
  return addressRefusal(session.userId, state.value)
}

/** Whether the session's account may have passkeys, for its page. While that can't be known, the server decides at the press. */
export async function mayHavePasskeys(session: PersonSession): Promise<boolean> {
  const refusal = await additionRefusal(session)
  if (refusal?.code === 'provider-unavailable')
    log('warn', 'identity.unavailable', { code: refusal.reason ?? '' })
  return refusal?.code !== 'address-not-proved'
}
