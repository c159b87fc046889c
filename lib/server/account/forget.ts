import 'server-only'
import { countRowsOf, type RowCounts, requireKnownSchema } from '@/lib/server/backup/backup'
import { findAccount, findAccountOf } from '@/lib/server/database/accounts'
import { queryDatabase } from '@/lib/server/database/connection'
import { adminProblem } from '@/lib/server/database/errors'
import type { ProviderUserId, UserId } from '@/lib/server/database/ids'
import { deletePersonRows } from './rows'

/**
 * Deletes all rows of a person whose account is gone. Throws an admin problem if there are none: the ID may be mistyped. By the
 * site's ID or the provider's, which isn't asked, as somebody else may have an account with the same ID by now.
 */
export async function forgetPerson(id: UserId | ProviderUserId): Promise<RowCounts> {
  await queryDatabase(requireKnownSchema)
  const account = (await findAccount(id)) ?? (await findAccountOf(id as ProviderUserId))
  const userId = account?.userId ?? id
  const rows = await countRowsOf(userId)
  if (Object.values(rows).every((count) => count === 0))
    throw adminProblem(`Nothing is stored of a user ${userId}.`)
  await deletePersonRows({ userId })
  return rows
}
