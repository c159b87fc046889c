/// <reference types="vite/types/importMeta.d.ts" />
/** The tables of all rooms, as migrations created them. */
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { createdTables } from '@/lib/server/database/migrations'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'

const all = Object.values<Room>(rooms)
const order = createdTables()

function merged(parts: readonly (Room['tables'] | undefined)[]): Record<string, PgTable> {
  const tables = parts.flatMap((part) => Object.entries(part ?? {}))
  const placeOf = ([, table]: (typeof tables)[number]) => order.indexOf(getTableName(table))
  return Object.fromEntries(tables.sort((one, other) => placeOf(one) - placeOf(other)))
}

export const tables = merged(all.map((room) => room.tables))

export const ephemeralTables = merged(all.map((room) => room.ephemeralTables))

const sources = import.meta.glob<string>('../../lib/server/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob<object>('../../lib/server/**/*.ts')
const defining = Object.keys(sources).filter((path) => sources[path]?.includes(' = pgTable('))

/** The names of all that files define. The database has more if a room was taken out. */
export async function definedTables(): Promise<string[]> {
  const loaded = await Promise.all(defining.map((path) => modules[path]?.()))
  const values = loaded.flatMap((module) => Object.values(module ?? {}))
  return values.filter((value) => is(value, PgTable)).map((table) => getTableName(table))
}
