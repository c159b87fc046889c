/** A build on a database that a newer one has migrated, as after a rollback. `doctor/postgres` has the same on a server. */
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { embeddedFolder, openEmbedded } from '@/lib/server/database/embedded'
import type { Engine } from '@/lib/server/database/engine'
import { type Migration, readMigrations } from '@/lib/server/database/migrations'
import { setUpEmbedded } from './setup'

vi.setConfig({ testTimeout: 120_000 })

const embedded = setUpEmbedded()
const open = (migrations: Migration[]) => openEmbedded(embeddedFolder(embedded.dataDir), migrations)
const openAndClose = async (migrations: Migration[]) => (await open(migrations)).close()

const ours = readMigrations()
const later = (tag: string, breaksOlder: boolean): Migration => ({
  tag,
  createdAt: 9_999_999_990_000 + Number(tag.slice(0, 4)),
  breaksOlder,
  statements: `create table "${tag}" (id integer)`,
})
const harmless = later('9997_harmless', false)
const breaking = later('9999_breaking', true)

const appliedTo = async ({ queries }: Engine) =>
  (
    await queries.$client.query(
      `select tag, created_at, breaks_older from drizzle.__drizzle_migrations
        left join drizzle.schema_changes using (created_at) order by created_at`,
      [],
    )
  ).rows
const describeApplied = ({ tag, createdAt, breaksOlder }: Migration) => ({
  tag,
  created_at: String(createdAt),
  breaks_older: breaksOlder,
})

function captureLog(): string[] {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  onTestFinished(() => write.mockRestore())
  return lines
}

test('each migration of this build is applied once, under its name, without a warning', async () => {
  const logged = captureLog()
  const engine = await open(ours)
  expect(await appliedTo(engine)).toEqual(ours.map(describeApplied))
  await engine.close()
  expect(logged).toEqual([])
})

test('a newer migration that breaks nothing older is one warning, and the older build works', async () => {
  await openAndClose([...ours, harmless])
  const logged = captureLog()
  const engine = await open(ours)
  await engine.queries.execute(sql`select * from notes`)
  await engine.close()
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'database.newer', migrations: '9997_harmless' },
  ])
})

test('a breaking migration stops older builds by its name, before they change anything', async () => {
  await openAndClose([...ours, harmless, breaking])
  const problem =
    'A newer release has changed this database so that this one cannot use it (9999_breaking). Start that'
  await expect(open([...ours, later('9998_other', false)])).rejects.toThrow(problem)
  expect(await openDatabase()).toEqual({ status: 'unusable', problem: expect.stringContaining(problem) })
  const newer = await open([...ours, harmless, breaking])
  expect(await appliedTo(newer)).toEqual([...ours, harmless, breaking].map(describeApplied))
  await newer.close()
})

test('a migration without a name counts as breaking', async () => {
  const engine = await open([...ours, harmless, breaking])
  await engine.queries.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another program', 1)`,
  )
  await engine.close()
  await expect(open([...ours, harmless, breaking])).rejects.toThrow('cannot use it (unnamed)')
})
