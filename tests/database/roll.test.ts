/**
 * A rollout and a rollback: instances of this build serve while a newer one migrates their full database, and afterwards.
 * That a release's own migrations leave its tables usable for the one before is in `migrations`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '@/lib/server/database/connection'
import { type TokenHash, tokenHashOf } from '@/lib/server/database/ids'
import { type Migration, readMigrations } from '@/lib/server/database/migrations'
import { insertSession } from '@/lib/server/database/new-session'
import { openPostgres } from '@/lib/server/database/postgres'
import { endSessionRows, findSession, listSessions, renewSessionRow } from '@/lib/server/database/sessions'
import { setUpPostgres } from './setup'
import { createAccount } from './store-fixtures'

const postgres = setUpPostgres()
const { ask } = postgres

/** Of the newer build: a column of each of the busiest tables. */
const newer: Migration[] = ['sessions', 'accounts', 'rate_limits'].map((table, n) => ({
  tag: `${9997 + n}_sample`,
  createdAt: 9_999_999_999_997 + n,
  breaksOlder: false,
  statements: `alter table ${table} add column sample text`,
}))

const crowd = `
  insert into sessions (id, token_hash, uid, created_at, renewed_at, seen_at, expires_at)
  select gen_random_uuid(), 'crowd-' || n, 'crowd-' || n % 50, now(), now(), now(), now() from generate_series(1, 5000) as n`

/** The rows, and the tables' files: a rewritten table gets another one. */
const readCrowd = () =>
  ask(`select json_build_array(md5(string_agg(concat_ws(' ', id, token_hash, uid, created_at), '' order by id)),
    pg_relation_filenode('sessions'), pg_relation_filenode('accounts')) as row
    from sessions where uid like 'crowd-%'`)

/** A visitor who signs in, and whose session is renewed with each round. */
async function openVisit(userId: string) {
  const account = await createAccount(userId)
  const open = async (tokenHash: TokenHash) => {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 86_400_000)
    const opened = await insertSession({ ...account, tokenHash, expiresAt, userAgent: null, now })
    if (opened.status !== 'inserted') throw new Error(opened.status)
    return opened.id
  }
  let tokenHash = tokenHashOf(crypto.randomUUID())
  const id = await open(tokenHash)
  let rounds = 0
  return {
    rounds: () => rounds,
    async goRound(): Promise<void> {
      const [now, newHash] = [new Date(), tokenHashOf(crypto.randomUUID())]
      const expiresAt = new Date(now.getTime() + 86_400_000)
      const renewal = {
        ...{ currentHash: tokenHash, presentedHash: tokenHash, newHash, expiresAt, now },
        authenticatedAt: now,
      }
      expect(await renewSessionRow(renewal)).toBe('renewed')
      tokenHash = newHash
      expect(await findSession(tokenHash)).toMatchObject({ id, userId, revokedAt: null })
      const second = await open(tokenHashOf(crypto.randomUUID()))
      expect(await listSessions(userId, now)).toHaveLength(2)
      expect(await endSessionRows({ userId, id: second }, new Date())).toBe(1)
      rounds += 1
    },
  }
}

/** Like a backup: locks the tables for longer than a statement may wait. */
async function readForLong(): Promise<void> {
  const { client } = postgres
  await client.query('begin isolation level repeatable read read only')
  for (const table of ['sessions', 'accounts']) await client.query(`select count(*) from ${table}`)
  await delay(5_000)
  await client.query('commit')
}

test('instances keep serving while a newer build migrates their full database, and after a rollback', async () => {
  expect(await openDatabase()).toEqual({ status: 'open' })
  await postgres.client.query(crowd)
  const before = await readCrowd()
  const visits = await Promise.all(Array.from({ length: 6 }, (_, n) => openVisit(`visitor-${n}`)))

  const reading = readForLong()
  let isMigrated = false
  const serving = visits.map(async ({ goRound }) => {
    while (!isMigrated) await goRound()
    for (let round = 0; round < 3; round++) await goRound()
  })
  const served = Promise.all([...serving, reading])
  const migrating = openPostgres(postgres.server.url, [...readMigrations(), ...newer])
  const engine = await Promise.race([migrating, served.then(() => migrating)])
  onTestFinished(() => engine.close())
  isMigrated = true
  await served
  expect(
    await ask('select accounts.sample as row from accounts, sessions where sessions.sample is not null'),
  ).toEqual([])
  expect(await readCrowd()).toEqual(before)
  for (const { rounds } of visits) expect(rounds()).toBeGreaterThan(3)

  // The rollback: this build starts again.
  const again = await openPostgres(postgres.server.url, readMigrations())
  await again.close()
  for (const { goRound } of visits) await goRound()
}, 120_000)
