// @ts-nocheck: a lock that outlives its transaction
import 'server-only'
export const lock = (queries) => queries.execute(sql`select pg_advisory_lock(${7})`)
