/** An embedded database of the last release, opened by this build and again by that release. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeDatabase,
  type Engine,
  embeddedFolder,
  openDatabase,
  openEmbedded,
  readMigrations,
} from '@/lib/server/database/database'
import {
  continueAtNewInstance,
  createOldInstance,
  migrateAsLastRelease,
  releasedCount,
  type Visitor,
} from './last-release'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-upgrade-'))
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
})

afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

test('an embedded database of the last release is migrated, and then serves that release again', async () => {
  const location = embeddedFolder(folder)
  const visitors: Visitor[] = []
  const serve = async ({ queries }: Engine) => {
    const instance = createOldInstance(queries.$client as Pool)
    if (visitors.length === 0) for (const name of ['ada', 'bob']) visitors.push(await instance.visit(name))
    for (const visitor of visitors) await instance.goRound(visitor)
  }

  const last = await openEmbedded(location, [])
  await migrateAsLastRelease(drizzle(last.queries.$client as Pool), join(folder, 'last-release'))
  await serve(last)
  await last.close()

  expect(await openDatabase()).toEqual({ status: 'open' })
  for (const visitor of visitors) await continueAtNewInstance(visitor)
  await closeDatabase()

  const rolledBack = await openEmbedded(location, readMigrations().slice(0, releasedCount))
  await serve(rolledBack)
  await rolledBack.close()

  expect(await openDatabase()).toEqual({ status: 'open' })
  for (const visitor of visitors) await continueAtNewInstance(visitor)
}, 300_000)
