// @ts-nocheck: a limit that the next transaction has, too
import 'server-only'
export const slow = (queries) => queries.execute(sql`set statement_timeout = 0`)
