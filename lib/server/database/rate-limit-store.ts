import 'server-only'
/** Where events are counted that all instances count together. Ours is the table, the statements are the limiter's. */
import { lt } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { askDatabase, askPlainly } from './connection'
import { rateLimits } from './schema'

/** What a limiter for PostgreSQL takes for its client, and the table that the migrations have made for it. */
export const rateLimitStore = {
  storeClient: { query: answerStatement },
  storeType: 'client',
  tableName: getTableConfig(rateLimits).name,
  tableCreated: true,
  clearExpiredByTimeout: false,
}

/** Deletes the counts whose time was over before then, and says how many. */
export async function deleteExpiredCounts(expiredBefore: Date): Promise<number> {
  const rows = await askDatabase((queries) =>
    queries
      .delete(rateLimits)
      .where(lt(rateLimits.expire, expiredBefore.getTime()))
      .returning({ key: rateLimits.key }),
  )
  return rows.length
}

/** As the driver answers what returns its rows; of its statements we use no others. */
async function answerStatement({ text, values }: { text: string; values: unknown[] }) {
  const rows = await askPlainly(text, values)
  return { rows, rowCount: rows.length }
}
