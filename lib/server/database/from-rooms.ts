import 'server-only'
/** What sessions and accounts need of the rooms, which stand above them: the start hands it down. */
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { oncePerProcess } from '@/lib/server/process'
import type { Queries } from './engine'
import type { UserId } from './ids'

/** What people sign in with by custom tokens of ours, such as passkeys: a session opens only while the row is there. */
export type Credentials = { table: PgTable & Record<'id' | 'userId', AnyPgColumn> }

export type FromRooms = {
  /** Null if no room keeps any. */
  credentials: Credentials | null
  /** Removes what others may still hold of an account that goes to its address's owner. Returns the number of share links. */
  releaseRows: (queries: Queries, userId: UserId) => Promise<number>
  /** Gives a person's rows to another person. */
  moveRows: (queries: Queries, from: UserId, to: UserId) => Promise<void>
}

export function setFromRooms(fromRooms: FromRooms): void {
  shared.fromRooms = fromRooms
}

/** Throws if nobody has said it yet: sessions must not open without. */
export function requireFromRooms(): FromRooms {
  if (!shared.fromRooms) throw new Error('The start has not said what the rooms keep')
  return shared.fromRooms
}

const shared = oncePerProcess<{ fromRooms?: FromRooms }>('from-rooms', () => ({}))
