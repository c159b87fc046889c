/** Both stores as the site opens them, in this process. Settings are read once, so each needs a process of its own. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { closeDatabase, openDatabase } from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { startPostgres } from '../support/database/postgres'

export type Store = {
  /** Closes it, runs these statements without the site, and opens it again. */
  fill(statements: string): Promise<void>
  /** Stops it, including PostgreSQL's server, and opens it again. */
  restart(): Promise<void>
  close(): Promise<void>
  /** Closes it and removes its files. */
  remove(): Promise<void>
}

/** Opens an empty store: `embedded`, in this folder, or `PostgreSQL`. */
export async function openStore(name: string | undefined, folder?: string): Promise<Store> {
  const store = name === 'PostgreSQL' ? await postgres() : await embedded(folder ?? (await createDataDir()))
  await openDatabase()
  return store
}

async function embedded(folder: string): Promise<Store> {
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
  return {
    fill: async (statements) => {
      await closeDatabase()
      const client = await PGlite.create(join(folder, 'database', 'cluster'))
      await client.exec(statements)
      await client.exec('vacuum analyze notes')
      await client.close()
      await openDatabase()
    },
    restart: async () => {
      await closeDatabase()
      await openDatabase()
    },
    close: closeDatabase,
    remove: async () => {
      await closeDatabase()
      await rm(folder, { recursive: true })
    },
  }
}

async function postgres(): Promise<Store> {
  const server = await startPostgres()
  process.env.DATABASE_URL = server.url
  return {
    fill: async (statements) => {
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(statements)
      await client.query('vacuum analyze notes')
      await client.end()
    },
    restart: async () => {
      await closeDatabase()
      server.stop()
      server.start()
      await openDatabase()
    },
    close: closeDatabase,
    remove: async () => {
      await closeDatabase()
      await server.close()
    },
  }
}
