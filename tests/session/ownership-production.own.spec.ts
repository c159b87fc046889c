/** The owner of a squatted address in production mode: against robots, beside others, and what stays of the account. */
import { expect } from '@playwright/test'
import { callNotes } from '../support/note-calls'
import { openShareLink, postToken } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { test, type World } from '../support/world'
import {
  claim,
  comeIn,
  expectOwned,
  expectShut,
  isLeaving,
  once,
  personOf,
  proofOf,
  prove,
  refusalOf,
  registerAgain,
  squat,
  usersAt,
} from './production-owners'

let world: World
let other: Site

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(240_000)
  world = opened
  other = await startSite({ env: world.environment })
  await postToken(other, await world.google.idToken((await world.signIn()).email))
})

test.afterAll(() => other?.stop())

test.beforeEach(() => test.setTimeout(600_000))

test.afterEach(() => {
  world.google.mend()
  world.google.behaviour.importsDuplicates = true
})

const rounds = 50

for (const importsDuplicates of [true, false])
  test(`a robot that registers the address again loses it, where imports ${importsDuplicates ? 'make second users' : 'refuse it'}`, async () => {
    world.google.behaviour.importsDuplicates = importsDuplicates
    for (let round = 0; round < rounds; round++) {
      if (round % 20 === 0) await world.query('delete from rate_limits')
      const account = await squat(world)
      const proof = await proofOf(world, account.email)
      registerAgain(world, account.email, 1 + (round % 18))
      await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
    }
  })

test('a robot that never gives up delays the owner, whose proof counts once it stops', async () => {
  world.google.behaviour.importsDuplicates = false
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  registerAgain(world, account.email)
  expect(await refusalOf(world.site, proof)).toEqual([503, 'address-registered-again'])
  await expectShut(world, account)
  world.google.mend()
  await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
})

test('what a robot has delayed is finished by regular work once it stops', async () => {
  world.google.behaviour.importsDuplicates = false
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  registerAgain(world, account.email)
  expect((await refusalOf(world.site, proof))[0]).toBe(503)
  world.google.mend()
  await expect.poll(() => isLeaving(world, account.email), { timeout: 70_000 }).toBe(false)
  // The proof is still good beside a sign-in.
  await expectOwned(world, account, await comeIn(world, account.email, await claim(world.site, proof)))
})

test('two proofs at once on two instances give one new user, and nobody waits for thirty seconds', async () => {
  for (let round = 0; round < rounds; round++) {
    if (round % 15 === 0) await world.query('delete from rate_limits')
    const account = await squat(world)
    const prover = () => proofOf(world, account.email, 'VERIFY_EMAIL')
    const [here, there] = [await prover(), await prover()]
    const startedAt = Date.now()
    const both = await Promise.all([claim(world.site, here), claim(other, there)])
    const [last] = both.filter(({ status }) => status !== 503)
    for (const [place, proof] of [here, there].entries())
      if (both[place]?.status === 503)
        await expect.poll(async () => (await claim(world.site, proof)).status, { timeout: 30_000 }).toBe(200)
    expect(Date.now() - startedAt).toBeLessThan(30_000)
    if (!last) throw new Error(JSON.stringify(both))
    await expectOwned(world, account, await comeIn(world, account.email, last))
    const secured = [world.site, other].flatMap((site) => site.records()).filter(isSecuredOf(account.userId))
    expect(new Set(secured.map(({ to }) => to)).size).toBe(1)
  }
})

const isSecuredOf = (userId: string) => (line: Record<string, unknown>) =>
  line.event === 'account.secured' && line.userId === userId

test('two proofs at once of an address without an account make one account', async () => {
  for (let round = 0; round < rounds / 2; round++) {
    if (round % 15 === 0) await world.query('delete from rate_limits')
    // A moved account whose address nobody has: a claim of that is for a new account.
    const mover = await squat(world)
    await prove(world, { ...mover, email: `lost-${round}@example.com` })
    const former = mover.email
    await prove(world, { ...mover, email: `elsewhere-${round}@example.com` })
    world.google.accounts.add(`elsewhere-${round}@example.com`, 'a stranger’s')
    const [here, there] = [await proofOf(world, former), await proofOf(world, former)]
    const both = await Promise.all([claim(world.site, here), claim(other, there)])
    expect(both.map(({ status }) => status)).toContain(409)
    await expect.poll(() => isLeaving(world, former), { timeout: 30_000 }).toBe(false)
    const known = await world.query('select uid as id from accounts where address = $1', [former])
    expect([usersAt(world, former).length, known.length]).toEqual([1, 1])
    const [first] = both.filter(({ status }) => status === 409)
    if (first) await comeIn(world, former, first)
  }
})

test('a decision that another request has overtaken changes nothing', async () => {
  const account = await squat(world)
  const [early, late] = [await proofOf(world, account.email), await proofOf(world, account.email)]
  let cookie = ''
  const overtake = once({ when: 'after' }, async () => {
    cookie = await comeIn(world, account.email, await claim(other, early))
  })
  world.google.interfere('adminLookup', overtake)
  expect((await claim(world.site, late)).status).toBe(503)
  await expectOwned(world, account, cookie)
  expect(await isLeaving(world, account.email)).toBe(false)
})

test('a proof is used up with the account that it opens', async () => {
  const account = await squat(world)
  const proof = await proofOf(world, account.email)
  expect((await claim(world.site, proof)).status).toBe(409)
  expect(await refusalOf(world.site, proof)).toEqual([401, 'proof-unknown'])
})

test('the log names both users, the person keeps their ID, and share links end', async () => {
  const account = await squat(world)
  const [note] = await world.query('select id from notes where uid = $1', [account.userId])
  const shared = await callNotes(world.site, account, 'PUT', `${note?.id}/share`, { endsAt: null })
  expect(shared.status).toBeLessThan(300)
  const { id } = (await shared.json()) as { id: string }
  const claimed = await claim(world.site, await proofOf(world, account.email))
  expect(claimed.endedLinks).toBe(1)
  const cookie = await comeIn(world, account.email, claimed)
  expect(await personOf(world.site, cookie)).toBe(account.userId)
  const to = world.google.accounts.named(account.email).id
  const line = { event: 'account.secured', userId: account.userId, from: account.userId, to }
  await expect.poll(() => world.site.records()).toContainEqual(expect.objectContaining(line))
  const reader = await world.signIn()
  expect((await openShareLink(world.site, id, reader.cookie)).status).not.toBe(200)
})
