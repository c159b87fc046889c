// @ts-nocheck: asks by the outer queries
import 'server-only'
export const move = (queries) =>
  queries.transaction(async (transaction) => {
    await transaction.delete('shares')
    await queries.insert('shares')
  })
