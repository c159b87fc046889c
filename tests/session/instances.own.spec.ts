import { expect } from '@playwright/test'
import { getNotesPage, inTime, postToken } from '../support/requests'
import { test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

test('a session ended on one instance is refused on the other at once', async () => {
  test.setTimeout(120_000)
  const other = await world.openOther()
  const { cookie } = await world.signIn()
  expect((await getNotesPage(other, cookie)).status).toBe(200)
  await fetch(`${other.url}/api/session`, { method: 'DELETE', headers: { cookie: `__session=${cookie}` } })
  expect((await getNotesPage(world.site, cookie)).status).toBe(307)
})

test('without a database everybody is answered within 5 s, nobody is signed out, and it is logged once', async () => {
  test.setTimeout(120_000)
  const { email, cookie } = await world.signIn()
  const before = world.site.records().length
  const withCookie = { headers: { cookie: `__session=${cookie}` } }
  world.postgres.stop()
  try {
    const page = await inTime(fetch(`${world.site.url}/app`, withCookie))
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    for (const method of ['GET', 'DELETE']) {
      const answer = await inTime(fetch(`${world.site.url}/api/session`, { method, ...withCookie }))
      expect(answer.status).toBe(503)
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
    const posted = await inTime(postToken(world.site, await world.google.idToken(email)))
    expect(posted.status).toBe(503)
    for (const path of ['/terms', '/login'])
      expect((await inTime(fetch(world.site.url + path))).status).toBe(200)
  } finally {
    world.postgres.start()
  }
  await expect
    .poll(async () => (await getNotesPage(world.site, cookie)).status, { timeout: 20_000 })
    .toBe(200)
  const logged = world.site.records().slice(before)
  expect(logged.filter(({ event }) => event === 'database.went-away')).toHaveLength(1)
})
