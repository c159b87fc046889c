import 'server-only'
import { countRowsOf, type RowCounts, requireKnownSchema } from '@/lib/server/backup/backup'
import { findAccount, findAccountOf } from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { adminProblem } from '@/lib/server/database/errors'
import type { ProviderUserId, UserId } from '@/lib/server/database/ids'
import { listSessions } from '@/lib/server/database/sessions'
import { deletePersonRows } from './rows'

/** What is stored of a person. `since`: when their user was created at the provider; null if that is not known anymore. */
export type StoredPerson = { userId: UserId; rows: RowCounts; since: Date | null; lastSeenAt: Date | null }

/**
 * What is stored of a person, by the site's ID or the provider's, which isn't asked, as somebody else may have an account with the
 * same ID by now. Throws an admin problem if there is nothing: the ID may be mistyped.
 */
export async function findStored(id: UserId | ProviderUserId): Promise<StoredPerson> {
  await queryDatabase(requireKnownSchema)
  const account = (await findAccount(id)) ?? (await findAccountOf(id as ProviderUserId))
  const userId = account?.userId ?? id
  const rows = await countRowsOf(userId)
  if (Object.values(rows).every((count) => count === 0))
    throw adminProblem(`Nothing is stored of a user ${userId}.`)
  const [last] = await listSessions(userId)
  return { userId, rows, since: account?.createdAt ?? null, lastSeenAt: last?.seenAt ?? null }
}

/** Deletes all rows of a person whose account is gone. Throws an admin problem if there are none. */
export async function forgetPerson(id: UserId | ProviderUserId): Promise<StoredPerson> {
  const stored = await findStored(id)
  await deletePersonRows({ userId: stored.userId })
  return stored
}
