import 'server-only'
/** The credentials that a room keeps, such as passkeys, by which people sign in with custom tokens of ours. */
import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { oncePerProcess } from '@/lib/server/process'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import type { UserId } from './ids'

export type Credentials = {
  /** A session by one opens only while its row is there. */
  table: PgTable & Record<'id' | 'userId', AnyPgColumn>
  /** Removes those of a person, as when the account goes to the owner of its address. */
  removeAll: (queries: Queries, userId: UserId) => Promise<void>
}

/** From the start on; null if no room keeps any. */
export function setCredentials(credentials: Credentials | null): void {
  shared.credentials = credentials
}

/** Throws if nobody has said it yet: sessions must not open without. */
export function requireCredentials(): Credentials | null {
  if (shared.credentials === undefined) throw new Error('The start has not said which credentials there are')
  return shared.credentials
}

/** Whether the user has any. */
export async function hasCredentials(userId: UserId): Promise<boolean> {
  const table = requireCredentials()?.table
  if (!table) return false
  return (await queryDatabase((queries) => queries.$count(table, eq(table.userId, userId)))) > 0
}

const shared = oncePerProcess<{ credentials?: Credentials | null }>('credentials', () => ({}))
