// keeps to the rules: it ends with the transaction
// @ts-nocheck
import 'server-only'
export const local = (queries) => queries.execute(sql`set local statement_timeout = 0`)
