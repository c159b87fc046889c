import { expect } from '@playwright/test'
import { renewalHeader } from '@/lib/session/address-proof'
import { maxCookieBytes } from '@/lib/session/token'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { day, test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

/** Claims that make a cookie some bytes longer, by about a third more than what is in them. */
const claimsOf = (characters: number) => ({ claims: { roles: 'r'.repeat(characters) } })

async function expectTooLarge(response: Response): Promise<void> {
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ code: 'cookie-too-large' })
  expect(response.headers.has('set-cookie')).toBe(false)
  const requestId = response.headers.get('x-request-id')
  const record = { event: 'session.too-large', code: 'cookie-too-large', level: 'warn', requestId }
  await expect.poll(() => world.site.records()).toContainEqual(expect.objectContaining(record))
}

test('a cookie that just fits opens a session, one that is some bytes longer is refused', async () => {
  const { email } = world.google.accounts.add('fits@example.com', 'correct horse')
  const lengthWith = async (characters: number) => {
    world.google.accounts.change(email, claimsOf(characters))
    const answer = await postToken(world.site, await world.google.idToken(email))
    if (answer.status === 500) return expectTooLarge(answer).then(() => null)
    return `__session${sessionCookieOf(answer).value}`.length
  }
  const base = await lengthWith(1)
  const room = Math.floor(((maxCookieBytes - (base ?? maxCookieBytes)) * 3) / 4)
  expect(await lengthWith(room - 3)).toBeGreaterThan(maxCookieBytes - 12)
  expect(await lengthWith(room + 6)).toBeNull()
})

test('a session whose cookie would grow too large keeps the one it has', async () => {
  const person = await world.signIn()
  const old = await world.age(person, { issuedAgo: 3 * day, expiredAgo: -2 * day })
  world.google.accounts.change(person.email, claimsOf(4000))
  const mark = { cookie: `__session=${old}`, [renewalHeader]: '1' }
  await expectTooLarge(await postToken(world.site, await world.google.idToken(person.email), mark))
  expect((await getNotesPage(world.site, old)).status).toBe(200)
})
