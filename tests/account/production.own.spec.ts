/** In production mode, against the stand-in for Google: the account while the provider fails, and a first password. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { accountOn, openAccount } from '../support/account-page'
import { closeContext } from '../support/browser'
import type { Google } from '../support/google/google'
import { codeOf, getNotesPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { createContext } from '../support/session-browser'
import type { Site } from '../support/site'
import { signIn } from '../support/visitor'
import { test } from '../support/world'

type Person = { email: string; userId: string; cookie: string }

let google: Google
let site: Site

test.beforeAll(({ world }) => {
  google = world.google
  site = world.site
})

let people = 0

/** A new user with a session and a note, who has loaded the account page once. */
async function visit(): Promise<Person> {
  people += 1
  const { email, id } = google.accounts.add(`at-account-${people}@example.com`, password)
  const cookie = sessionCookieOf(await postToken(site, await google.idToken(email))).value
  const person = { email, userId: id, cookie }
  const body = JSON.stringify({ title: '', text: 'a note to keep', base: null, userId: id })
  expect((await ask(person, 'PUT', `/api/notes/${randomUUID()}`, { body })).status).toBe(200)
  expect(await (await ask(person, 'GET', '/app/account')).text()).toContain('Not verified')
  return person
}

const password = 'correct horse'

function ask({ cookie }: Person, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: `__session=${cookie}`, ...init.headers }
  return fetch(site.url + path, { method, redirect: 'manual', ...init, headers })
}

const remove = (person: Person) =>
  ask(person, 'DELETE', '/api/account', { body: JSON.stringify({ userId: person.userId }) })
const notes = async ({ cookie }: Person) => (await getNotesPage(site, cookie)).text()

async function expectOutage(person: Person): Promise<void> {
  const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
  const [page, script, file, deletion] = await Promise.all([
    inTime(ask(person, 'GET', '/app/account')),
    inTime(ask(person, 'GET', '/api/account/export')),
    inTime(ask(person, 'GET', '/api/account/export', { headers: navigation })),
    inTime(remove(person)),
  ])
  const html = await page.text()
  for (const words of ['We can’t reach the sign-in service', 'Try again', 'Where you’re signed in'])
    expect(html).toContain(words)
  expect(await codeOf(script)).toEqual([503, 'provider-unavailable'])
  expect(file.status).toBe(503)
  expect(file.headers.has('content-disposition')).toBe(false)
  expect(await file.text()).toMatch(/^We can’t prepare your data right now: .*\.\n$/)
  expect(await codeOf(deletion)).toEqual([503, 'account-not-deleted'])
}

for (const [name, fault] of [
  ['fails', { status: 500 }],
  ['never answers', 'silent'],
] as const)
  test(`a provider that ${name}: words on the page, no file, and nothing deleted`, async () => {
    const person = await visit()
    google.failFor(person.userId, fault, 'adminLookup')
    await expectOutage(person)
    google.mend()
    expect(await notes(person)).toContain('a note to keep')
    expect(await (await ask(person, 'GET', '/app/account')).text()).toContain('Not verified')
  })

test('a slow provider doesn’t delay the parts of the page that don’t depend on it', async () => {
  const person = await visit()
  google.failFor(person.userId, { afterMs: 3_000 }, 'adminLookup')
  const waiting = ['Where you’re signed in', 'Loading your details']
  let early = ''
  let html = ''
  const decoder = new TextDecoder()
  for await (const chunk of (await ask(person, 'GET', '/app/account')).body ?? []) {
    html += decoder.decode(chunk, { stream: true })
    if (early === '' && waiting.every((words) => html.includes(words))) early = html
  }
  expect(early).not.toBe('')
  expect(early).not.toContain('Not verified')
  expect(html).toContain('Not verified')
})

test('a provider that fails in the middle of a deletion is reported, and the deletion can be repeated', async () => {
  const person = await visit()
  google.failFor(person.userId, { status: 500 }, 'adminDelete')
  expect(await codeOf(await inTime(remove(person)))).toEqual([503, 'account-half-deleted'])
  expect(await notes(person)).toContain('No notes yet')
  google.mend()
  expect((await remove(person)).status).toBe(204)
  expect((await ask(person, 'GET', '/app')).status).toBe(307)
  await expect(google.signIn(person.email, password)).rejects.toThrow()
  const events = () => site.records().map(({ event }) => event)
  await expect.poll(events).toEqual(expect.arrayContaining(['account.not-deleted', 'account.deleted']))
})

/** The emulator takes an account's own address for another's (S84). */
test('an account of a provider gets a password for its own address', async ({ world }) => {
  const email = 'at-google@example.com'
  const context = await createContext(world)
  const page = await context.newPage()
  // The password is only for the test's sign-in.
  const rest = { validSinceSeconds: 0, providers: ['google.com'] }
  const account = google.accounts.add(email, 'no way of the account', rest)
  await signIn(page, account)
  await openAccount(page)
  const { methods, newPassword, password } = accountOn(page)
  await expect(methods.getByRole('listitem')).toHaveText([/^Google/])
  await newPassword.fill('correct horse battery')
  await password.getByRole('button', { name: 'Add password' }).click()
  await expect(
    password.getByText('You can now sign in with a password. You’re signed out on all other devices'),
  ).toBeVisible()
  expect(google.requests('signUp')).toBe(1)
  await expect(methods.getByRole('listitem')).toHaveText([/^Google.*Disconnect$/, /^Email/])
  await expect(google.signIn(email, 'correct horse battery')).resolves.toBeDefined()

  // The provider has revoked earlier tokens, and this browser stays signed in.
  await world.query('update sessions set checked_at = null where uid = $1', [account.id])
  await page.reload()
  await page.reload()
  await expect(password.getByRole('button', { name: 'Change your password' })).toBeEnabled()
  await closeContext(context)
})
