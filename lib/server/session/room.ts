import 'server-only'
/** Sessions, and who has proved to hold an account's address. The rest needs it, so it can't be taken out. */
import ms from 'ms'
import { serverConfig } from '@/lib/server/config'
import {
  deleteFormerAddresses,
  findAccount,
  forgetAccount,
  type KnownAccount,
  listFormer,
  listUnverified,
} from '@/lib/server/database/accounts'
import { deleteBindings } from '@/lib/server/database/bindings'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { logUses } from '@/lib/server/database/operator-uses'
import { deleteExpiredLimits } from '@/lib/server/database/rate-limit'
import {
  accounts,
  accountsSince,
  formerAddresses,
  operatorUses,
  rateLimits,
  signingKeys,
  usedValues,
} from '@/lib/server/database/schema/accounts'
import {
  bindingsSince,
  sessionBindings,
  sessions,
  unverifiedAccounts,
} from '@/lib/server/database/schema/sessions'
import { type Binding, listSessions, type SessionRow } from '@/lib/server/database/sessions'
import { deleteExpiredUses } from '@/lib/server/database/signing-keys'
import type { LeavingPerson, RegularWork } from '@/lib/server/room'
import { describeDevice } from './device'
import { deleteExpiredSessions } from './end'
import { sessionLimits } from './limits'
import { finishInterrupted } from './ownership'

export const tables = { sessions, unverifiedAccounts, accounts, sessionBindings, formerAddresses }
export const ephemeralTables = {
  rateLimits,
  accountsSince,
  bindingsSince,
  operatorUses,
  signingKeys,
  usedValues,
}
export const limits = sessionLimits

export const regularWork: readonly RegularWork[] = [
  {
    everyMs: ms('30s'),
    run: async () => {
      if (serverConfig().public.identity) await finishInterrupted()
    },
  },
  { everyMs: ms('30s'), run: () => logUses() },
  { everyMs: ms('5m'), run: deleteExpiredLimits },
  {
    everyMs: ms('5m'),
    run: async (shouldStop) => {
      if (!serverConfig().bindsDevices) await deleteBindings(shouldStop)
    },
  },
  { everyMs: ms('5m'), run: deleteExpiredUses },
  { everyMs: ms('6h'), run: () => deleteFormerAddresses() },
  { everyMs: ms('6h'), run: deleteExpiredSessions },
]

export async function exportRows(userId: UserId) {
  const [rows, account, former, unverified] = await Promise.all([
    listSessions(userId),
    findAccount(userId),
    listFormer(userId),
    listUnverified(userId),
  ])
  return {
    sessions: rows.map(describeSession),
    sessionBindings: rows.flatMap(({ binding }) => (binding ? [describeBinding(binding)] : [])),
    accounts: account ? [describeAccount(account)] : [],
    formerAddresses: former.map(({ address, changedAt }) => ({ address, changedAt })),
    unverifiedAccounts: unverified.map(({ sessionId }) => ({ sessionId })),
  }
}

/** The sessions are gone already. */
export async function deleteRows(queries: Queries, { userId, exceptSession }: LeavingPerson): Promise<void> {
  if (!exceptSession) await forgetAccount(queries, userId)
}

function describeSession(row: SessionRow) {
  return {
    id: row.id,
    device: describeDevice(row.userAgent ?? ''),
    userAgent: row.userAgent,
    openedAt: row.createdAt,
    renewedAt: row.renewedAt,
    authenticatedAt: row.authenticatedAt,
    seenAt: row.seenAt,
    expiresAt: row.expiresAt,
    endedAt: row.revokedAt,
  }
}

/** The key is the browser's, and the secret would sign its cookie. */
function describeBinding({ sessionId, boundAt, confirmedAt, copiedAt }: Binding) {
  return { sessionId, boundAt, confirmedAt, copiedAt }
}

function describeAccount(account: KnownAccount) {
  const { createdAt, address, provedAt, nextAddress, nextAt, movedAt, putBackAt } = account
  return { createdAt, address, provedAt, nextAddress, nextAt, movedAt, putBackAt }
}
