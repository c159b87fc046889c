/** The rollout through a pooler in transaction mode, with a time limit for the role. */
import { startPgBouncer } from '../support/database/pgbouncer'
import { startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { testRoll } from './roll'

async function openPooledServer() {
  const server = await startPostgres()
  await queryDatabase(server.url, `alter role foyer set statement_timeout = '3500ms'`)
  const pooler = await startPgBouncer(server.url)
  const close = async () => {
    await pooler.close()
    await server.close()
  }
  return { url: pooler.url, close }
}

testRoll(openPooledServer, {})
