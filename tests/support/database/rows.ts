/** Reading and changing a site's rows from outside. */
import { createHash } from 'node:crypto'
import { Client, type QueryResultRow } from 'pg'

/** Runs a statement on a site's PostgreSQL. */
export async function queryDatabase<Row extends QueryResultRow>(
  url: string | null,
  text: string,
  values: unknown[] = [],
) {
  if (!url) throw new Error('the site has a database of its own')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Makes this the cookie of the person's latest session. */
export async function giveCookie(url: string | null, userId: string, cookie: string): Promise<void> {
  const hash = createHash('sha256').update(cookie).digest('base64url')
  await queryDatabase(
    url,
    'update sessions set token_hash = $1 where id = (select id from sessions where uid = $2 order by created_at desc limit 1)',
    [hash, userId],
  )
}
