import { expect, type Locator } from '@playwright/test'
import { closeContext } from '../support/browser'
import { expectSaved, failSaves, saveStatus, saves, startNote } from '../support/notes-page'
import { removeRoute } from '../support/pages'
import { getNotesPage } from '../support/requests'
import { createContext, setCookie, signInLongAgo } from '../support/session-browser'
import { sessionCookie } from '../support/visitor'
import { day, test } from '../support/world'

test('a session that ends while a note is half written is renewed if possible, and the text is never lost', async ({
  world,
}) => {
  const context = await createContext(world)
  const page = await context.newPage()
  // Five days ago: once the session has expired, only its row allows a renewal.
  const { email, id: userId } = await signInLongAgo(world, page)
  const person = { email, userId, cookie: (await sessionCookie(page)) ?? '' }
  const letRunOut = async () => {
    const expired = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
    await setCookie(context, world, expired)
    return expired
  }
  const savedTexts = async () =>
    (await world.query('select text as id from notes where uid = $1', [userId])).map(({ id }) => id).sort()
  /** After it's saved, so the next step starts on an empty page. */
  const close = async (field: Locator) => {
    await field.press('ControlOrMeta+Enter')
    await expect(field).toBeHidden()
    await page.goto('/app')
  }
  const both = ['Half a thought', 'Half of it before, half of it after']

  await test.step('the session expires: it is renewed, the text stays and is saved', async () => {
    const field = await startNote(page)
    await field.pressSequentially('Half of it before, ')
    const [row] = await world.rowsOf(person)
    const expired = await letRunOut()
    await field.pressSequentially('half of it after')
    await expectSaved(page)
    expect(page.url()).toMatch(/\/app\/[\da-f-]{36}$/)
    expect(await savedTexts()).toEqual(['Half of it before, half of it after'])
    const renewed = await sessionCookie(page)
    expect(renewed).not.toBe(expired)
    expect((await getNotesPage(world.site, renewed ?? '')).status).toBe(200)
    expect((await world.rowsOf(person)).map(({ id }) => id)).toEqual([row?.id])
    await close(field)
  })

  await test.step('the page is reloaded with an expired session: the text is there, and is saved', async () => {
    await failSaves(page)
    const field = await startNote(page)
    await field.fill('Half a thought')
    await letRunOut()
    const passed = page.waitForURL(/\/auth\/silent-refresh\?next=%2Fapp/)
    const address = page.url()
    await page.reload()
    await passed
    await expect(page).toHaveURL(address)
    await expect(field).toHaveValue('Half a thought')
    await removeRoute(context, saves)
    await expectSaved(page)
    expect(await savedTexts()).toEqual(both)
    await close(field)
  })

  await test.step('the session was ended: nothing is saved, the page says so, and the text stays', async () => {
    const field = await startNote(page)
    await letRunOut()
    await world.query('update sessions set revoked_at = now() where uid = $1', [userId])
    await field.fill('A thought too late')
    await expect(saveStatus(page)).toHaveText(/^Not saved: your session has ended/)
    await expect(field).toHaveValue('A thought too late')
    expect(await savedTexts()).toEqual(both)
  })
  await closeContext(context)
})
