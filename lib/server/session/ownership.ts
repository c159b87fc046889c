import 'server-only'
/**
 * Whose account it is (SECURITY.md, promise 11). Whoever proves an address for the first time gets the account with a new user
 * at the provider, as others may hold tokens, mailed codes and factors of the present one.
 */
import ms from 'ms'
import {
  addressSeenAt,
  findAccountOf,
  findFormer,
  findLeaving,
  findProvedElsewhere,
  findReceivingUser,
  isAnnouncedAddress,
  type KnownAccount,
  moveToAnnounced,
  noteAddress,
  type Proved,
} from '@/lib/server/database/accounts'
import type { UserId } from '@/lib/server/database/ids'
import {
  endAttempt,
  endInProved,
  finishReplacement,
  listInterrupted,
  startReplacement,
} from '@/lib/server/database/replacements'
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
  found: { account: KnownAccount | 'recreated'; user: UserState } | null
  /** Whether the browser says that this user was created in it. Believed only beside a claim: its bearer alone would lose. */
  isCreator: boolean
}

/** Decides what a request may do with an account. `sign-in-needed`: the claim alone opens nothing. */
export async function settleOwnership(settling: Settling): Promise<Own | SecuredAccount | OwnershipRefusal> {
  const { claim, found, isCreator } = settling
  const position = await positionOf(found)
  if (typeof position === 'object') return position
  const receiver = claim && (await findReceiver(claim, accountOf(found), position))
  if (receiver && 'status' in receiver) return receiver
  // Whoever moved an address that is back by a recovery may have left anything.
  const isBack = claim?.kind === 'recover'
  const isOwn = (position === 'current' && !isBack) || (position === 'unproved' && (isCreator || !claim))
  if (isOwn && !receiver)
    return {
      ...{ status: 'own', isProved: claim !== null || position === 'current' },
      proved: claim && {
        ...claim,
        isFirst: position === 'unproved',
        endsAnnouncement: claim.kind === 'reset',
      },
    }
  const wasUnannounced = position === 'put-back' || position === 'moved'
  const isRefused = position === 'absent' || (wasUnannounced && claim?.kind === 'change')
  if (!claim || (isRefused && !receiver)) return { status: 'refused', code: refusals[position] }
  return giveAccount({ ...settling, claim, position }, receiver)
}

/** How an account's address stands to what the provider has now. */
type Position = 'current' | 'unproved' | 'leaving' | 'put-back' | 'moved'

/** `absent`: there is no user. `recreated`: the user has an account's ID, but is another one. */
type FoundPosition = Position | 'absent' | 'recreated'

async function positionOf(found: Settling['found']): Promise<FoundPosition | Unavailable> {
  if (!found) return 'absent'
  return found.account === 'recreated' ? 'recreated' : checkAddress(found.account, found.user)
}

function accountOf(found: Settling['found']): KnownAccount | null {
  return found && found.account !== 'recreated' ? found.account : null
}

const refusals = {
  absent: 'sign-in-needed',
  recreated: 'account-recreated',
  current: 'sign-in-needed',
  unproved: 'address-proof-needed',
  leaving: 'address-proof-needed',
  'put-back': 'address-put-back',
  moved: 'address-moved',
} as const satisfies Record<FoundPosition, string>

/**
 * Compares an account with its user. A proved address moves only as announced: any other change is put back, or where somebody
 * has the address by now, nobody signs in to the account.
 */
export async function checkAddress(account: KnownAccount, user: UserState): Promise<Position | Unavailable> {
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
): Promise<'put-back' | 'moved' | Unavailable> {
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
  position: FoundPosition,
): Promise<KnownAccount | Unavailable | null> {
  const former = kind === 'recover' ? await findFormer(address) : null
  if (former && former.address !== address) return former
  if (position === 'current') return null
  return (await findLeaving(address)) ?? (await findLost(address, found))
}

/**
 * Its user has another address now. None is left if that was removed from another address that it had been moved to; where it
 * hadn't been moved, an operator has deleted it. Nobody gets what an operator has disabled.
 */
async function findLost(
  address: string,
  found: KnownAccount | null,
): Promise<KnownAccount | Unavailable | null> {
  const lost = await findProvedElsewhere(address, found?.userId ?? null)
  if (!lost) return null
  const users = await lookUpUsers({ localId: [lost.providerUserId] })
  if (users.status !== 'ok') return { status: 'unavailable', code: users.code }
  const [user] = users.value
  if (!user) return lost.movedAt ? lost : null
  if (user.isDisabled || user.email === address) return null
  const position = await checkAddress(lost, user)
  if (typeof position === 'object') return position
  // An announced change that we had not seen yet.
  return position === 'current' ? null : lost
}

type Unavailable = { status: 'unavailable'; code: string }

type Giving = Settling & { claim: Claim; position: FoundPosition }

/** Gives the receiver to who claims its address, else the account found there, else a new one. */
async function giveAccount(
  { claim, found, position, requestId }: Giving,
  receiver: KnownAccount | null,
): Promise<SecuredAccount | OwnershipRefusal> {
  const { address, googleId, used } = claim
  const atAddress = position === 'unproved' || position === 'current' ? accountOf(found) : null
  const account = receiver ?? atAddress
  const present = receiver && (await lookUpUsers({ localId: [receiver.providerUserId] }))
  if (present && present.status !== 'ok') return { status: 'unavailable', code: present.code }
  // Before anything ends.
  if (present?.value[0]?.isDisabled) return { status: 'refused', code: 'auth/user-disabled' }
  const started = await startReplacement(account, {
    ...{ address, googleId, successorId: newUuid() as string as ProviderUserId },
    // Its rows come along.
    merged: atAddress && atAddress.userId !== account?.userId ? atAddress : null,
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
  if ('provedBy' in user) await endInProved(row, user.provedBy)
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
): Promise<UserState | Held | { code: string }> {
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

/** Somebody has proved the address since. */
type Held = Unavailable & { provedBy: UserId }

/**
 * An account that has proved another address gets that back; a user who has proved none is deleted. Not one who is disabled: an
 * operator decides. Nor one whom another attempt has put there: that goes on.
 */
async function removeHolder(holder: UserState): Promise<{ status: 'ok' } | Held | Unavailable> {
  if (holder.isDisabled) return { status: 'unavailable', code: 'auth/user-disabled' }
  if (await findReceivingUser(holder.providerUserId)) return beingSecured
  const account = await findAccountOf(holder.providerUserId)
  const isSame = account?.createdAt.getTime() === holder.createdAt.getTime()
  const position = account && isSame ? await checkAddress(account, holder) : 'unproved'
  if (typeof position === 'object') return position
  if (account && position === 'current')
    return { status: 'unavailable', code: 'address-proved-since', provedBy: account.userId }
  if (position === 'put-back') return { status: 'ok' }
  const deleted = await deleteUser(holder.providerUserId)
  return deleted.status === 'ok' ? deleted : { status: 'unavailable', code: deleted.code }
}

/** Finishes replacements that a crash or an outage has interrupted. */
export async function finishInterrupted(): Promise<void> {
  for (const row of await listInterrupted()) {
    const { leavingAddress: address, successorId, successorGoogleId: googleId } = row
    if (!successorId || !address) continue
    const started = await startReplacement(row, { address, successorId, googleId, merged: null })
    if (started) await replaceUser(started.row, null, null)
  }
}
