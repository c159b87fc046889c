/** When a session gets a new cookie, and how long the old one is valid. */
import { expect } from '@playwright/test'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { day, hour, test } from '../support/world'

test('a live session is renewed after half its life and not before', async ({ world }) => {
  const person = await world.signIn()
  const young = await world.age(person, { issuedAgo: 3 * day, expiredAgo: -2 * day })
  expect((await world.renew(person, young)).headers.has('set-cookie')).toBe(true)
  const other = await world.signIn()
  const fresh = await world.google.idToken(other.email, { auth_time: nowSeconds() - hour })
  const kept = await postToken(world.site, fresh, { cookie: `__session=${other.cookie}` })
  expect(kept.status).toBe(204)
  expect(kept.headers.has('set-cookie')).toBe(false)
})

test('a renewal whose response was lost is made again by the old cookie, as often as it takes', async ({
  world,
}) => {
  const person = await world.signIn()
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  const renewed: string[] = []
  for (let tries = 0; tries < 3; tries++)
    renewed.push(sessionCookieOf(await world.renew(person, cookie)).value)
  const [lost, , arrived] = renewed
  expect((await getNotesPage(world.site, arrived)).status).toBe(200)
  expect((await getNotesPage(world.site, lost)).status).toBe(307)
  expect(await world.rowsOf(person)).toHaveLength(1)
  // Known to have arrived, it is the last by that cookie.
  const late = await world.renew(person, cookie)
  expect([late.status, late.headers.has('set-cookie')]).toEqual([204, false])
})

test('while the provider is away renewals don’t use up sign-ins, and get a time to retry', async ({
  world,
}) => {
  const person = await world.signIn()
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  world.google.failFor(person.userId, { status: 500 }, 'adminLookup')
  const statuses: number[] = []
  for (let tries = 0; tries < 62; tries++) {
    const answer = await world.renew(person, cookie)
    statuses.push(answer.status)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array(60).fill(503), 429, 429])
  world.google.mend()
  const signedIn = await postToken(world.site, await world.google.idToken(person.email))
  expect(signedIn.status).toBe(204)
})

test('sign-ins don’t use up renewals, and neither do others at the same address', async ({ world }) => {
  const person = await world.signIn()
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  await world.query(`update rate_limits set points = 300 where key like 'mint-%'`)
  expect((await postToken(world.site, await world.google.idToken(person.email))).status).toBe(429)
  expect((await world.renew(person, cookie)).status).toBe(204)
})

test('a session near its cap needs no renewal, as its next cookie would last no longer', async ({
  world,
}) => {
  const needsRenewal = async (openedAgo: number) => {
    const person = await world.signIn()
    const cookie = await world.age(person, { issuedAgo: 4 * day, expiredAgo: -day })
    const openedAt = new Date(Date.now() - openedAgo * 1000)
    await world.query('update sessions set created_at = $1 where uid = $2', [openedAt, person.userId])
    const answer = await fetch(`${world.site.url}/api/session`, {
      headers: { cookie: `__session=${cookie}` },
    })
    const renewed = await world.renew(person, cookie)
    expect(renewed.status).toBe(204)
    const [, maxAge = null] = /Max-Age=(\d+)/.exec(renewed.headers.get('set-cookie') ?? '') ?? []
    return { needsRenewal: (await answer.json()).needsRenewal, maxAge: maxAge && Number(maxAge) }
  }
  const renewed = await needsRenewal(28 * day)
  expect(renewed.needsRenewal).toBe(true)
  expect(renewed.maxAge, 'the cookie goes with the session').toBeLessThanOrEqual(2 * day)
  expect(await needsRenewal(29 * day)).toEqual({ needsRenewal: false, maxAge: null })
})
