/// <reference types="vite/types/importMeta.d.ts" />
/** The rooms, for tests of the store: `tests/<row>/data/store.ts` of each. */
import type { SessionId } from '@/lib/server/database/ids'
import type { Author } from '@/lib/server/database/writes'
import type { RunQuery } from './setup'

export type StoreRoom = {
  describeStore: (askDirectly: RunQuery) => void
  /** Adds rows of a person to each table; `open` lets a session of somebody else leave some, too. */
  addRows: (
    userId: string,
  ) => Promise<Record<string, unknown> & { open?: (by: SessionId) => Promise<unknown> }>
  /** What a person may write, each of which changes their rows once, and what has to be there for it. */
  prepareWrites: (userId: string) => Promise<Record<string, (by: Author) => Promise<unknown>>>
  /** Tables that keep a person's row while a session is left. */
  kept?: readonly string[]
  /** SQL for rows of all kinds of values after sessions are there, how many that are by table, and one that reads them. */
  fill: { sql: string; rows: Record<string, number>; query: string }
}

export const rooms = Object.values(import.meta.glob<StoreRoom>('../*/data/store.ts', { eager: true }))
