import 'server-only'
/** All rows of a person, in all rooms. */
import { countRowsOf, requireKnownSchema, runTransfer, type TransferResult } from '@/lib/server/backup/backup'
import { queryDatabase } from '@/lib/server/database/connection'
import { adminProblem } from '@/lib/server/database/errors'
import type { UserId } from '@/lib/server/database/ids'
import type { LeavingPerson, PersonRows, Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'

const all = Object.values<Room>(rooms)

/** What each room exports, by name. */
export async function exportedRows(userId: UserId): Promise<Record<string, PersonRows>> {
  const parts = await Promise.all(all.map(({ exportRows }) => exportRows?.(userId)))
  return Object.assign({}, ...parts)
}

/** Deletes all rows of a person at once; with `exceptSession` all that isn't needed to sign in and repeat a failed step. */
export async function deletePersonRows(person: LeavingPerson): Promise<void> {
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      for (const { deleteRows } of all) await deleteRows?.(transaction, person)
    }),
  )
}

/**
 * Deletes all rows of a person whose account is gone. Refused if there are none: the ID may be mistyped. The provider isn't
 * asked, as somebody else may have an account with the same ID by now.
 */
export function forgetPerson(userId: UserId): Promise<TransferResult> {
  return runTransfer(async () => {
    await queryDatabase(requireKnownSchema)
    const rows = await countRowsOf(userId)
    if (Object.values(rows).every((count) => count === 0))
      throw adminProblem(`Nothing is stored of a user ${userId}.`)
    await deletePersonRows({ userId })
    return rows
  })
}
