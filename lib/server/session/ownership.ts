import 'server-only'
/**
 * Whose account it is (SECURITY.md, promise 11). Whoever proves an address for the first time gets the account with a new user
 * at the provider, as others may hold tokens, mailed codes and factors of the present one.
 */
import ms from 'ms'
import {
  addressSeenAt,
  endAttempt,
  findAccountOf,
  findFormer,
  findLeaving,
  findProvedElsewhere,
  finishReplacement,
  isAnnouncedAddress,
  type KnownAccount,
  listInterrupted,
  moveToAnnounced,
  noteAddress,
  type Proved,
  startReplacement,
} from '@/lib/server/database/accounts'
import { endSessionRows } from '@/lib/server/database/sessions'
import {
  createCustomToken,
  deleteUser,
  importUser,
  lookUpUsers,
  revokeTokens,
  setAddress,
  type UserState,
} from '@/lib/server/identity/user'
import { log } from '@/lib/server/log/log'
import type { ProofKind } from '@/lib/session/address-proof'
import type { ProviderUserId } from '@/lib/session/token'
import { newUuid } from '@/lib/uuid'

/** What shows that a request comes from the owner of an address. */
export type Claim = {
  address: string
  kind: ProofKind | 'google'
  /** The Google account, if that is the proof. */
  googleId: string | null
  used: Proved['used']
}

/** The account has a new user, and everything else that could sign in is gone. `customToken` signs its owner in. */
export type SecuredAccount = {
  status: 'secured'
  code: 'account-secured'
  customToken: string | null
  /** How many share links were ended. */
  endedLinks: number
  userId: string
}

export type OwnershipRefusal =
  | { status: 'refused'; code: (typeof refusals)[keyof typeof refusals] | 'auth/user-disabled' }
  | { status: 'unavailable'; code: string }

/** The account is the person's as it is; `proved` is to be recorded with what it opens. */
type Own = { status: 'own'; isProved: boolean; proved: Proved | null }

type Settling = {
  requestId: string
  claim: Claim | null
  /** The account that the request signs in to, or that is at the claimed address; null if none is. */
  found: { account: KnownAccount; user: UserState } | null
  /** Whether the browser says that this user was created in it. Believed only beside a claim: its bearer alone would lose. */
  isCreator: boolean
}

/** Decides what a request may do with an account. `sign-in-needed`: the claim alone opens nothing. */
export async function settleOwnership(settling: Settling): Promise<Own | SecuredAccount | OwnershipRefusal> {
  const { claim, found, isCreator } = settling
  const position = found ? await checkAddress(found.account, found.user) : 'absent'
  if (typeof position === 'object') return position
  const receiver = claim && (await findReceiver(claim, found?.account ?? null, position))
  const isOwn = position === 'current' || (position === 'unproved' && (isCreator || !claim))
  if (isOwn && !receiver)
    return {
      ...{ status: 'own', isProved: claim !== null || position === 'current' },
      proved: claim && { ...claim, isFirst: position === 'unproved' },
    }
  const wasUnannounced = position === 'put-back' || position === 'moved'
  const isRefused = position === 'absent' || (wasUnannounced && claim?.kind === 'change')
  if (!claim || (isRefused && !receiver)) return { status: 'refused', code: refusals[position] }
  return giveAccount({ ...settling, claim, position }, receiver)
}

/** How an account's address stands to what the provider has now. */
type Position = 'current' | 'unproved' | 'leaving' | 'put-back' | 'moved'

const refusals = {
  absent: 'sign-in-needed',
  current: 'sign-in-needed',
  unproved: 'address-proof-needed',
  leaving: 'address-proof-needed',
  'put-back': 'address-put-back',
  moved: 'address-moved',
} as const satisfies Record<Position | 'absent', string>

/**
 * Compares an account with its user. A proved address moves only as announced: any other change is put back, or where somebody
 * has the address by now, nobody signs in to the account.
 */
export async function checkAddress(
  account: KnownAccount,
  user: UserState,
): Promise<Position | { status: 'unavailable'; code: string }> {
  if (account.leavingAt) return 'leaving'
  if (account.address === user.email) return 'current'
  const isAnnounced = isAnnouncedAddress(account, user.email)
  if (isAnnounced && (await moveToAnnounced(account))?.address === user.email) return 'current'
  return account.address === null ? 'unproved' : putBack({ ...account, address: account.address }, user)
}

/** The password goes, too, if it was set since the address was last right. */
async function putBack(
  account: KnownAccount & { address: string },
  { providerUserId, passwordSetAt }: UserState,
): Promise<'put-back' | 'moved' | { status: 'unavailable'; code: string }> {
  const { userId, address } = account
  const keepsPassword = passwordSetAt === null || passwordSetAt <= (await addressSeenAt(account))
  if (!account.movedAt) await noteAddress(userId, { movedAt: new Date() })
  const set = await setAddress(providerUserId, address, { keepsPassword })
  const isTaken = set.status !== 'ok' && set.code === 'auth/email-already-exists'
  if (set.status !== 'ok' && !isTaken) return { status: 'unavailable', code: set.code }
  const revoked = await revokeTokens(providerUserId)
  if (revoked.status !== 'ok') return { status: 'unavailable', code: revoked.code }
  await endSessionRows({ userId }, new Date())
  if (isTaken) return 'moved'
  await noteAddress(userId, { movedAt: null, putBackAt: new Date() })
  log('warn', 'account.address-put-back', { userId })
  return 'put-back'
}

/**
 * The account that a claim takes instead of the one found: one that is on its way to this address, that a recovery may take
 * back, or that has lost the address without an announcement.
 */
async function findReceiver(
  { address, kind }: Claim,
  found: KnownAccount | null,
  position: Position | 'absent',
): Promise<KnownAccount | null> {
  const former = kind === 'recover' ? await findFormer(address) : null
  if (former && former.address !== address) return former
  if (position === 'current') return null
  return (await findLeaving(address)) ?? (await findLost(address, found))
}

async function findLost(address: string, found: KnownAccount | null): Promise<KnownAccount | null> {
  const lost = await findProvedElsewhere(address, found?.userId ?? null)
  const users = lost && (await lookUpUsers({ localId: [lost.providerUserId] }))
  // An operator has deleted or disabled its user, or it can't be told now.
  const [user] = users?.status === 'ok' ? users.value : []
  return user && !user.isDisabled && user.email !== address ? lost : null
}

type Giving = Settling & { claim: Claim; position: Position | 'absent' }

/** Gives the receiver to who claims its address, else the account found there, else a new one. */
async function giveAccount(
  { claim, found, position, requestId }: Giving,
  receiver: KnownAccount | null,
): Promise<SecuredAccount | OwnershipRefusal> {
  const { address, googleId, used } = claim
  const atAddress = position === 'unproved' || position === 'current' ? found?.account : undefined
  const account = receiver ?? atAddress
  const started = await startReplacement(account?.userId ?? null, {
    ...{ address, googleId, successorId: newUuid() as string as ProviderUserId },
    // Its rows come along.
    mergedId: atAddress && atAddress !== account ? atAddress.userId : null,
  })
  if (!started) return beingSecured
  const { row, endedLinks } = started
  const replaced = await replaceUser(row, used, requestId)
  if (replaced.status !== 'ok') return replaced
  const customToken = await createCustomToken(replaced.value)
  return { status: 'secured', code: 'account-secured', customToken, endedLinks, userId: row.userId }
}

const beingSecured = { status: 'unavailable', code: 'account-being-secured' } as const

/** Each step can be repeated: after a failure or a crash the next request, or regular work, goes on. */
async function replaceUser(
  row: KnownAccount,
  used: Proved['used'],
  requestId: string | null,
): Promise<{ status: 'ok'; value: ProviderUserId } | OwnershipRefusal> {
  const { userId, providerUserId, successorId, leavingAddress: address } = row
  if (!successorId || !address) return beingSecured
  const present = await lookUpUsers({ localId: [providerUserId] })
  if (present.status !== 'ok') return pause(row, present.code)
  if (present.value[0]?.isDisabled) {
    await endAttempt(row, 'canceled')
    return { status: 'refused', code: 'auth/user-disabled' }
  }
  if (providerUserId !== successorId) {
    const deleted = await deleteUser(providerUserId)
    if (deleted.status !== 'ok') return pause(row, deleted.code)
  }
  const user = await putSuccessor(successorId, { address, googleId: row.successorGoogleId })
  if ('code' in user) return pause(row, user.code)
  if (!(await finishReplacement(row, { createdAt: user.createdAt, used }))) return beingSecured
  log('info', 'account.secured', { requestId, userId, from: providerUserId, to: successorId })
  return { status: 'ok', value: successorId }
}

async function pause(row: KnownAccount, code: string): Promise<OwnershipRefusal> {
  await endAttempt(row, 'paused')
  return { status: 'unavailable', code }
}

/** How often an address that somebody registers again is taken from them, and for how long. */
const maxTries = 20
const maxMs = ms('10s')

/** Creates the new user; whoever else has the address by now loses it: nobody else has proved it. */
async function putSuccessor(
  uid: ProviderUserId,
  { address, googleId }: { address: string; googleId: string | null },
): Promise<UserState | { code: string }> {
  const until = Date.now() + maxMs
  for (let tries = 0; tries < maxTries && Date.now() < until; tries++) {
    const found = await lookUpUsers({ email: [address] })
    if (found.status !== 'ok') return found
    const [successor] = found.value.filter(({ providerUserId }) => providerUserId === uid)
    if (successor && found.value.length === 1) return successor
    for (const other of found.value.filter((user) => user !== successor)) {
      const removed = await removeHolder(other)
      if (removed.status === 'unavailable') return removed
    }
    if (successor) continue
    const imported = await importUser({ uid, email: address, googleId })
    if (imported.status !== 'ok') return imported
  }
  return { code: 'address-registered-again' }
}

/** An account that has proved another address gets that back; a user who has proved none is deleted. */
async function removeHolder(
  holder: UserState,
): Promise<{ status: 'ok' } | { status: 'unavailable'; code: string }> {
  const account = await findAccountOf(holder.providerUserId)
  const position = account ? await checkAddress(account, holder) : 'unproved'
  if (typeof position === 'object') return position
  if (position === 'current') return beingSecured
  if (position === 'put-back') return { status: 'ok' }
  const deleted = await deleteUser(holder.providerUserId)
  return deleted.status === 'ok' ? deleted : { status: 'unavailable', code: deleted.code }
}

/** Finishes replacements that a crash or an outage has interrupted. */
export async function finishInterrupted(): Promise<void> {
  for (const row of await listInterrupted(new Date())) {
    const address = row.leavingAddress
    if (!row.successorId || !address) continue
    const { successorId, successorGoogleId: googleId, userId } = row
    const started = await startReplacement(userId, { address, successorId, googleId, mergedId: null })
    if (started) await replaceUser(started.row, null, null)
  }
}
