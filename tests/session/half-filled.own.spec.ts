import { expect } from '@playwright/test'
import { closeContext } from '../support/contexts'
import { expectSaved, loseSaves, saveStatus, startNote } from '../support/notes-editor'
import { getNotesPage } from '../support/requests'
import { openContext, putCookie, signInLongAgo } from '../support/session-browser'
import { sessionCookie } from '../support/visitor'
import { day, test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

/** Signed in five days ago, and the session has run out a day ago: only its row can bring it back. */
async function openAfterSession() {
  const context = await openContext(world)
  const page = await context.newPage()
  const account = await signInLongAgo(world, page)
  const person = { email: account.email, userId: account.id, cookie: (await sessionCookie(page)) ?? '' }
  const letRunOut = async () => {
    const expired = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
    await putCookie(context, world, expired)
    return expired
  }
  return { context, page, person, letRunOut }
}

test('the session runs out while a note is half written: it is renewed, the text stays and is saved', async () => {
  const { context, page, person, letRunOut } = await openAfterSession()
  const field = await startNote(page)
  await field.pressSequentially('Half of it before, ')
  const [row] = await world.rowsOf(person)
  const expired = await letRunOut()
  await field.pressSequentially('half of it after')
  await expectSaved(page)
  expect(page.url()).toBe(`${world.site.url}/app`)
  expect(await world.query('select text from notes where uid = $1', [person.userId])).toEqual([
    { text: 'Half of it before, half of it after' },
  ])
  const renewed = await sessionCookie(page)
  expect(renewed).not.toBe(expired)
  expect((await getNotesPage(world.site, renewed ?? '')).status).toBe(200)
  const rows = await world.rowsOf(person)
  expect(rows.map(({ id }) => id)).toEqual([row?.id])
  await closeContext(context)
})

test('the page is loaded anew with a session that has run out: the text is there, and is saved', async () => {
  const { context, page, person, letRunOut } = await openAfterSession()
  await loseSaves(page)
  const field = await startNote(page)
  await field.fill('Half a thought')
  await letRunOut()
  const passed = page.waitForURL(/\/auth\/silent-refresh\?next=%2Fapp/)
  await page.goto('/app')
  await passed
  await expect(page).toHaveURL('/app')
  await expect(field).toHaveValue('Half a thought')
  await context.unrouteAll()
  await expectSaved(page)
  expect(await world.query('select text from notes where uid = $1', [person.userId])).toEqual([
    { text: 'Half a thought' },
  ])
  await closeContext(context)
})

test('the session was ended meanwhile: nothing is saved, the words say so, and the text stays', async () => {
  const { context, page, person, letRunOut } = await openAfterSession()
  const field = await startNote(page)
  await letRunOut()
  await world.query('update sessions set revoked_at = now() where uid = $1', [person.userId])
  await field.fill('Half a thought')
  await expect(saveStatus(page)).toHaveText(/^Not saved: your session has ended/)
  await expect(field).toHaveValue('Half a thought')
  expect(await world.query('select text from notes where uid = $1', [person.userId])).toEqual([])
  await closeContext(context)
})
