import 'server-only'
/**
 * Writes of a person: each holds the row of the session that sent it, so that what ends the session waits for the write, or the
 * write is refused. A check before it wouldn't do: the body may come minutes later.
 */
import { and, eq, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import { sessionEnded } from './errors'
import type { SessionId, UserId } from './ids'
import { accounts } from './schema/accounts'
import { sessions } from './schema/sessions'
import { deleteSessionsOf, isLiveRow } from './sessions'

/** Whose write it is. */
export type Author = { id: SessionId; userId: UserId }

/**
 * Runs a write of one statement, with a condition for each row that it writes, and returns the rows. Throws `SessionEnded`,
 * which handlers answer with 401, if the session has ended and so nothing was written.
 */
export function writeAs<T>(
  author: Author,
  write: (queries: Queries, isLive: SQL) => Promise<T[]>,
): Promise<T[]> {
  return queryDatabase(async (queries) => {
    const rows = await write(queries, isLiveSession(author))
    if (rows.length === 0) await requireLiveSession(queries, author)
    return rows
  })
}

/** The same for a write of several statements, as the first one of its transaction. */
export async function requireLiveSession(queries: Queries, author: Author): Promise<void> {
  const { rows } = await queries.execute(sql`select where ${isLiveSession(author)}`)
  if (rows.length === 0) throw sessionEnded()
}

/** For `insert(table).select(…)`: the row if the condition holds. */
export function rowIf<Table extends PgTable>(condition: SQL, table: Table, row: PgInsertValue<Table>): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const given: unknown = Reflect.get(row, name)
    const value = given === undefined ? (column.default ?? null) : given
    return is(value, SQL) ? value : sql.param(value, column)
  })
  return sql`select ${sql.join(values, sql`, `)} where ${condition}`
}

/**
 * Waits for the writes of a person that have begun, which the next statement then sees, and refuses later ones, but for those of
 * one session, which must be live itself. The account's row comes first, as for who opens a session: else both might wait for
 * each other.
 */
export async function endWrites(queries: Queries, userId: UserId, exceptSession?: SessionId): Promise<void> {
  await queries.select().from(accounts).where(eq(accounts.userId, userId)).for('update')
  if (exceptSession) await requireLiveSession(queries, { id: exceptSession, userId })
  await deleteSessionsOf(queries, userId, exceptSession)
}

/** Locks the row. A weaker lock would let the session end meanwhile; renewals and visits wait for a moment, too. */
function isLiveSession({ id, userId }: Author): SQL {
  const isThis = isLiveRow(and(eq(sessions.id, id), eq(sessions.userId, userId)))
  return sql`exists (select from ${sessions} where ${isThis} for share)`
}
