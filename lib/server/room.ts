import 'server-only'
/** What a room is to the server: a row of docs/map.md that keeps or serves something, and can be taken out. */
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListedCredential } from '@/lib/account'
import type { PersonSession } from '@/lib/session/token'
import type { Queries } from './database/engine'
import type { Credentials } from './database/from-rooms'
import type { SessionId, UserId } from './database/ids'
import type { Limit } from './database/rate-limit'

/** `lib/server/<row>/room.ts` exports these; `lib/server/rooms.ts` lists the rooms. */
export type Room = {
  /** In backups, in the order in which migrations created them. */
  tables?: Readonly<Record<string, PgTable>>
  /** Their columns that are made from others: not in backups. */
  derivedColumns?: Readonly<Record<string, AnyPgColumn>>
  /** Not in backups: their rows expire soon, or each database makes its own. */
  ephemeralTables?: Readonly<Record<string, PgTable>>
  /** A person's rows for the export, by name. What may be large comes one by one. */
  exportRows?: (userId: UserId) => Promise<Readonly<Record<string, PersonRows>>>
  /** Deletes a person's rows, in the transaction that deletes those of all rooms. */
  deleteRows?: (queries: Queries, person: LeavingPerson) => Promise<void>
  /** Removes what others may still hold of an account that goes to the owner of its address. Returns the number of links. */
  releaseRows?: (queries: Queries, userId: UserId) => Promise<number>
  /** Gives all rows of a person that `releaseRows` leaves to another one, who may have some. */
  moveRows?: (queries: Queries, from: UserId, to: UserId) => Promise<void>
  /** At most one room keeps what people sign in with. */
  credentials?: Credentials & AccountCredentials
  regularWork?: readonly RegularWork[]
  /** As `docs/limits.md` lists them. */
  limits?: Readonly<Record<string, Limit>>
  /** The longest body that a handler of the room reads. */
  maxBodyBytes?: number
  words?: RoomWords
  /** What a person loses with the account, as items of a list. */
  losses?: readonly string[]
}

/** Credentials on their owner's account page. */
export type AccountCredentials = {
  list: (userId: UserId) => Promise<ListedCredential[]>
  /** Whether the account may have and use some. */
  areAllowed: (session: PersonSession) => Promise<boolean>
}

/** What the site says of a room. Each part is said where other rooms' are, too. */
export type RoomWords = {
  /** `/privacy`: what is kept. */
  kept: readonly KeptData[]
  /** `/privacy`: who else gets data, and what. */
  others?: readonly (readonly [who: string, what: string])[]
  /** `/privacy`: “How often an account …” is counted. */
  counted?: string
  /** What of it is in an export, and in backups: parts of a list. */
  exported: string
  inBackups: readonly string[]
  /** `/contact`: what else to write to, as an item of a list. */
  contact?: string
  /** `/terms`: sections. */
  terms?: readonly { title: string; text: string; id?: string }[]
}

export type KeptData = { title: string; what: string; why: string; howLong: string }

export type PersonRows = readonly object[] | AsyncGenerator<object>

/**
 * With `exceptSession`, that session stays, and what the person may need to sign in: the account may still be there, and a
 * step that fails can be repeated.
 */
export type LeavingPerson = { userId: UserId; exceptSession?: SessionId | undefined }

/** What is done at an interval. What may take longer asks whether it should stop. */
export type RegularWork = { everyMs: number; run: (shouldStop: () => boolean) => Promise<void> }
