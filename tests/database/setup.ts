/** What test files run on: a database, which they close at the end, and folders. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, beforeEach } from 'vitest'
import { fromRooms } from '@/lib/server/account/rows'
import { closeDatabase } from '@/lib/server/database/connection'
import { setFromRooms } from '@/lib/server/database/from-rooms'
import { type PostgresServer, startPostgres } from '../support/database/postgres'
import { stopProcesses } from '../support/database/process'
import { createDataDir } from '../support/run'

// As the start does.
setFromRooms(fromRooms)

/** Runs a query past the store; its rows have one column, `row`. */
export type RunQuery = (query: string) => Promise<unknown[][]>

/** The embedded database in a folder of its own. */
export function setUpEmbedded(): { dataDir: string } {
  const embedded = { dataDir: '' }
  beforeAll(async () => {
    embedded.dataDir = await createDataDir()
    process.env.DATA_DIR = embedded.dataDir
    delete process.env.DATABASE_URL
    return async () => {
      await closeDatabase()
      await rm(embedded.dataDir, { recursive: true })
    }
  }, 60_000)
  return embedded
}

type Postgres = {
  server: PostgresServer
  /** A connection past the store and past what is in front of the server. */
  client: Client
  /** The rows' only column, `row`. */
  ask<Row = unknown[]>(query: string): Promise<Row[]>
}

type Front = { url: string; close(): Promise<void> }

/** A server of its own, behind what `putInFront` starts, if anything. */
export function setUpPostgres(putInFront?: (url: string) => Promise<Front>): Postgres {
  const postgres = {
    ask: async <Row>(query: string) =>
      (await postgres.client.query<{ row: Row }>(query)).rows.map(({ row }) => row),
  } as Postgres
  beforeAll(async () => {
    postgres.server = await startPostgres()
    const front = await putInFront?.(postgres.server.url)
    process.env.DATABASE_URL = front?.url ?? postgres.server.url
    postgres.client = new Client({ connectionString: postgres.server.url })
    // Tests stop the server.
    postgres.client.on('error', () => undefined)
    await postgres.client.connect()
    return async () => {
      await closeDatabase()
      await stopProcesses()
      await postgres.client.end()
      await front?.close()
      await postgres.server.close()
    }
  }, 300_000)
  return postgres
}

/** A new folder for each test, and the path of a name in it. */
export function setUpFolder(): (...names: string[]) => string {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
    return async () => {
      await stopProcesses()
      await rm(folder, { recursive: true })
    }
  })
  return (...names) => join(folder, ...names)
}
