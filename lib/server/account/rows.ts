import 'server-only'
/** All rows of a person, in all rooms. */
import { queryDatabase } from '@/lib/server/database/connection'
import type { FromRooms } from '@/lib/server/database/from-rooms'
import type { UserId } from '@/lib/server/database/ids'
import { endWrites } from '@/lib/server/database/writes'
import type { AccountCredentials, LeavingPerson, PersonRows, Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'

const all = Object.values<Room>(rooms)

/** What each room exports, by name. */
export async function exportedRows(userId: UserId): Promise<Record<string, PersonRows>> {
  const parts = await Promise.all(all.map(({ exportRows }) => exportRows?.(userId)))
  return Object.assign({}, ...parts)
}

/**
 * Deletes all rows of a person at once; with `exceptSession`, which must be live, all that isn't needed to sign in and repeat a
 * failed step.
 */
export async function deletePersonRows(person: LeavingPerson): Promise<void> {
  await queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      // Before any room deletes: what is written beside it is seen below, or refused.
      await endWrites(transaction, person.userId, person.exceptSession)
      for (const { deleteRows } of all) await deleteRows?.(transaction, person)
    }),
  )
}

/** What sessions need of the rooms. */
export const fromRooms: FromRooms = {
  credentials: all.find(({ credentials }) => credentials)?.credentials ?? null,
  releaseRows: async (queries, userId) => {
    let count = 0
    for (const { releaseRows } of all) count += (await releaseRows?.(queries, userId)) ?? 0
    return count
  },
  moveRows: async (queries, from, to) => {
    for (const { moveRows } of all) await moveRows?.(queries, from, to)
  },
}

/** What a person loses with the account, as items of a list. */
export const personLosses = all.flatMap(({ losses = [] }) => losses)

/** What a person's room keeps to sign in with, for the account page: none without such a room. */
export function personCredentials(): AccountCredentials {
  return all.find(({ credentials }) => credentials)?.credentials ?? noCredentials
}

const noCredentials: AccountCredentials = { list: async () => [], areAllowed: async () => false }
