/** The rooms, for tests of the store. */
import type { SessionId } from '@/lib/server/database/ids'
import type { RunQuery } from './setup'

export type StoreRoom = {
  describeStore: (askDirectly: RunQuery) => void
  /** Adds rows of a person to each table; `open` lets a session of somebody else leave some, too. */
  addRows: (
    userId: string,
  ) => Promise<Record<string, unknown> & { open: (by: SessionId) => Promise<unknown> }>
}

export * as notes from '../notes/data/store'
