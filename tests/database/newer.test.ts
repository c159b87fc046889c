/** A build and a database that a newer one has migrated: after a rollback, or where two builds share it. */
import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  closeDatabase,
  type Engine,
  embeddedFolder,
  type Migration,
  openDatabase,
  openEmbedded,
  openPostgres,
  readMigrations,
} from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'
import { startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'

const ours = readMigrations()
const later = (tag: string, breaksOlder: boolean): Migration => ({
  tag,
  createdAt: 9_999_999_990_000 + Number(tag.slice(0, 4)),
  breaksOlder,
  statements: `create table "${tag}" (id integer)`,
})
const harmless = later('9997_harmless', false)
const breaking = later('9999_breaking', true)
const byThat =
  'A newer Foyer has changed this database so that this one cannot use it (9999_breaking). Start that'

const history = `select tag, created_at, breaks_older from drizzle.__drizzle_migrations left join drizzle.schema_changes using (created_at) order by created_at`
const describeMade = ({ tag, createdAt, breaksOlder }: Migration) => ({
  tag,
  created_at: String(createdAt),
  breaks_older: breaksOlder,
})

let logged: string[] = []

beforeEach(() => {
  logged = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(String(line))
    return true
  })
  return () => write.mockRestore()
})

/** Opens a database of its own with a build's migrations. */
type Open = (migrations: Migration[]) => Promise<Engine>

function describeOlderBuild(open: Open): void {
  const openAndClose = async (migrations: Migration[]) => (await open(migrations)).close()
  const made = async ({ queries }: Engine) => {
    const found = await queries.$client.query(history, [])
    return found.rows
  }

  test('the migrations of this build are there under their names, each once', async () => {
    const engine = await open(ours)
    expect(await made(engine)).toEqual(ours.map(describeMade))
    await engine.close()
    expect(logged).toEqual([])
  })

  test('one that breaks nothing older is a single warning, and the older build works', async () => {
    await openAndClose([...ours, harmless])
    const engine = await open(ours)
    await engine.queries.execute(sql`select * from notes`)
    await engine.close()
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'database.newer', migrations: '9997_harmless' },
    ])
  })

  test('one that breaks older builds stops them by its name, before they change anything', async () => {
    await openAndClose([...ours, harmless, breaking])
    await expect(open([...ours, later('9998_other', false)])).rejects.toThrow(byThat)
    expect(logged).toEqual([])
    const newer = await open([...ours, harmless, breaking])
    expect(await made(newer)).toEqual([...ours, harmless, breaking].map(describeMade))
    await newer.close()
  })

  test('what says nothing about itself counts as breaking', async () => {
    const engine = await open([...ours, harmless, breaking])
    await engine.queries.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another program', 1)`,
    )
    await engine.close()
    await expect(open([...ours, harmless, breaking])).rejects.toThrow('cannot use it (unnamed)')
  })
}

describe('on PostgreSQL', { timeout: 120_000 }, () => {
  let url = ''

  beforeAll(async () => {
    const server = await startPostgres()
    url = server.url
    return () => server.close()
  }, 300_000)

  describeOlderBuild((migrations) => openPostgres(url, migrations))

  test('the start is told what is the matter', async () => {
    await queryDatabase(url, `delete from drizzle.__drizzle_migrations where created_at = 1`)
    process.env.DATABASE_URL = url
    expect(await openDatabase()).toEqual({ status: 'unusable', problem: expect.stringContaining(byThat) })
    await closeDatabase()
  })
})

describe('on the embedded database', { timeout: 120_000 }, () => {
  let folder = ''

  beforeAll(async () => {
    folder = await createDataDir()
  })

  afterAll(() => rm(folder, { recursive: true }))

  describeOlderBuild((migrations) => openEmbedded(embeddedFolder(folder), migrations))
})
