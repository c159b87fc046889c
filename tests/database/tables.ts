/** The tables of all rooms. */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Room } from '@/lib/server/database/room'
import * as rooms from '@/lib/server/rooms'

const all = Object.values<Room>(rooms)

export const tables: Record<string, PgTable> = Object.assign({}, ...all.map((room) => room.tables))

export const ephemeralTables: Record<string, PgTable> = Object.assign(
  {},
  ...all.map((room) => room.ephemeralTables),
)
