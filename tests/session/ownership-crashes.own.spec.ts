/** What is left of an account's replacement by a failure or a crash, and who finishes it. */
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import type { EndpointName } from '../support/google/endpoints'
import { type Site, startSite } from '../support/site'
import { test, type World } from '../support/world'
import {
  claim,
  comeIn,
  createGate,
  expectOwned,
  expectShut,
  isLeaving,
  once,
  passLease,
  proofOf,
  refusalOf,
  squat,
  usersAt,
} from './production-owners'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

test.beforeEach(() => test.setTimeout(240_000))
test.afterEach(() => world.google.mend())

/** The calls to the provider in their order, each by its number among those of its endpoint. */
const steps: readonly (readonly [name: string, endpoint: EndpointName, nth: number])[] = [
  ['the lookup of the address', 'adminLookup', 1],
  ['the lookup of the former user', 'adminLookup', 2],
  ['the deletion', 'adminDelete', 1],
  ['the lookup before the import', 'adminLookup', 3],
  ['the import', 'adminImport', 1],
  ['the lookup after the import', 'adminLookup', 4],
]

for (const [name, endpoint, nth] of steps)
  for (const when of ['before', 'after'] as const)
    test(`after a failure ${when} ${name} nobody is in, and the same proof completes it`, async () => {
      const account = await squat(world)
      const proof = await proofOf(world, account.email)
      world.google.interfere(
        endpoint,
        once({ when, nth }, () => ({ status: 500 })),
      )
      expect((await claim(world.site, proof)).status).toBe(503)
      world.google.mend()
      if (nth > 1 || endpoint !== 'adminLookup') await expectShut(world, account)
      const claimed = await claim(world.site, proof)
      await expectOwned(world, account, await comeIn(world, account.email, claimed))
    })

/** The database fails at one change of accounts, as it does when it runs out of resources. */
async function failDatabase(userId: string, condition: string): Promise<() => Promise<void>> {
  const name = `fault_${randomBytes(8).toString('hex')}`
  await world.query(`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'a test' using errcode = '53300'; end $$`)
  await world.query(`create trigger ${name} before update on accounts for each row
    when (new.uid = '${userId}' and ${condition}) execute function ${name}()`)
  return async () => {
    await world.query(`drop function ${name} cascade`)
  }
}

test('a database that fails at the start leaves all as it was, and the same proof starts again', async () => {
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  const mend = await failDatabase(account.userId, 'new.leaving_at is not null')
  expect((await claim(world.site, proof)).status).toBe(503)
  expect(usersAt(world, account.email)[0]?.id).toBe(account.userId)
  await mend()
  await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
})

for (const hasSignedIn of [false, true])
  test(`a database that fails at the end loses nothing${hasSignedIn ? ', also if the new user has signed in' : ''}`, async () => {
    const account = await squat(world)
    const proof = await proofOf(world, account.email)
    const mend = await failDatabase(account.userId, 'new.leaving_at is null and old.leaving_at is not null')
    expect((await claim(world.site, proof)).status).toBe(503)
    await mend()
    if (hasSignedIn) await expectShut(world, account)
    expect(await refusalOf(world.site, proof)).toEqual([503, 'account-being-secured'])
    await passLease(world, account.email)
    await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
  })

for (const [name, endpoint, nth] of steps.slice(1))
  for (const when of ['before', 'after'] as const)
    test(`if a process dies ${when} ${name} nobody is in, and another finishes`, async () => {
      const account = await squat(world)
      const proof = await proofOf(world, account.email)
      const site: Site = await startSite({ env: world.environment })
      const kill = once({ when, nth }, () => {
        void site.stop('SIGKILL')
        return 'silent'
      })
      world.google.interfere(endpoint, kill)
      await expect(claim(site, proof)).rejects.toThrow()
      world.google.mend()
      await expectShut(world, account)
      expect(await refusalOf(world.site, proof)).toEqual([503, 'account-being-secured'])
      await passLease(world, account.email)
      await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
    })

test('regular work finishes what a crash has left for thirty seconds, without the proof', async () => {
  const account = await squat(world)
  const site: Site = await startSite({ env: world.environment })
  const kill = once({ when: 'after' }, () => {
    void site.stop('SIGKILL')
    return 'silent'
  })
  world.google.interfere('adminDelete', kill)
  await expect(claim(site, await proofOf(world, account.email))).rejects.toThrow()
  await expect.poll(() => isLeaving(world, account.email), { timeout: 90_000 }).toBe(false)
  const found = { status: 200, code: 'sign-in-needed', customToken: null, endedLinks: 0 }
  await expectOwned(world, account, await comeIn(world, account.email, found))
})

test('an import that arrives late takes nothing from the user whom the next request has made', async () => {
  const account = await squat(world)
  const { email } = account
  const proof = await proofOf(world, email)
  const gate = createGate()
  const late = once({ when: 'before' }, () => gate.passed)
  world.google.interfere('adminImport', late)
  expect((await claim(world.site, proof)).status).toBe(503)
  const cookie = await comeIn(world, email, await claim(world.site, proof))
  world.google.accounts.change(email, { password: 'my own' })
  gate.open()
  await expect.poll(() => world.google.requests('adminImport')).toBeGreaterThan(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(world.google.accounts.named(email).password).toBe('my own')
  await expectOwned(world, account, cookie)
})

test('a request that another has overtaken at the end gets the same user', async () => {
  const account = await squat(world)
  const [first, second] = [await proofOf(world, account.email), await proofOf(world, account.email)]
  const statuses: number[] = []
  const overtake = once({ when: 'after' }, async () => {
    await passLease(world, account.email)
    statuses.push((await claim(world.site, second)).status)
  })
  world.google.interfere('adminImport', overtake)
  const claimed = await claim(world.site, first)
  expect([...statuses, claimed.status]).toEqual([409, 409])
  await expectOwned(world, account, await comeIn(world, account.email, claimed))
  for (const used of [first, second]) expect((await refusalOf(world.site, used))[1]).toBe('proof-unknown')
})

test('a request that comes back late removes no user whom another proof has made meanwhile', async () => {
  const account = await squat(world)
  const { email } = account
  const [first, second] = [await proofOf(world, email), await proofOf(world, email)]
  let early: Promise<unknown> = Promise.resolve()
  const gate = createGate()
  let imports = 0
  let lookups = 0
  // The second is at its last lookup while the first goes on.
  world.google.interfere('adminImport', (when) => {
    if (when === 'after') imports += 1
    return when === 'after' && imports === 1 ? gate.passed : undefined
  })
  world.google.interfere('adminLookup', async (when, { body }) => {
    if (when === 'before' || imports < 2 || !('email' in body)) return
    lookups += 1
    if (lookups > 1) return
    gate.open()
    await early
  })
  early = claim(world.site, first).then((claimed) => expect(claimed.status).toBe(503))
  await expect.poll(() => imports).toBe(1)
  await passLease(world, email)
  await world.query("update accounts set successor_google_id = 'another' where leaving_address = $1", [email])
  const claimed = await claim(world.site, second)
  await early
  await expectOwned(world, account, await comeIn(world, email, claimed))
})
