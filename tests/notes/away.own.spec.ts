import { expect } from '@playwright/test'
import { Client } from 'pg'
import { getNotesPage } from '../support/requests'
import { test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

test('while notes can’t be read, the page waits a few seconds, keeps the session, and recovers', async () => {
  const { cookie } = await world.signIn()
  const client = new Client({ connectionString: world.postgres.url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table notes in access exclusive mode')
  const begin = Date.now()
  const response = await getNotesPage(world.site, cookie)
  expect(Date.now() - begin).toBeLessThan(8_000)
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe('/api/unavailable?next=%2Fapp')
  expect(response.headers.has('set-cookie')).toBe(false)
  await client.query('rollback')
  await client.end()
  expect((await getNotesPage(world.site, cookie)).status).toBe(200)
})
