import { randomUUID } from 'node:crypto'
import { createAccount } from '../support/accounts'
import { expectPersonal } from '../support/answers'
import { expect, siteTest as test } from '../support/fixtures'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

type Call = { method: string; id?: string; cookie?: string; body?: string; headers?: Record<string, string> }

async function call(
  site: Site,
  { method, id = randomUUID(), cookie, body, headers }: Call,
): Promise<Response> {
  const init = { method, headers: { ...headers, ...(cookie ? { cookie: `__session=${cookie}` } : {}) } }
  return fetch(`${site.url}/api/notes/${id}`, body === undefined ? init : { ...init, body })
}

async function signIn(site: Site): Promise<{ cookie: string; userId: string }> {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  return { cookie, userId: account.userId }
}

const said = (text: unknown, more: object = {}) => JSON.stringify({ text, ...more })

test('a note is saved, changed and deleted by its owner, and sent twice it is one', async ({ site }) => {
  const { cookie } = await signIn(site)
  const id = randomUUID()
  for (const text of ['first words', 'first words', 'Zweite Fassung: „größer“ 🚪']) {
    const saved = await call(site, { method: 'PUT', id, cookie, body: said(text) })
    expect(saved.status).toBe(200)
    expectPersonal(saved)
    expect(await saved.json()).toEqual({ id, text, savedAt: expect.stringContaining('UTC') })
  }
  const page = await (await getNotesPage(site, cookie)).text()
  expect(page).toContain('Zweite Fassung: „größer“ 🚪')
  expect(page).not.toContain('first words')
  expect((await call(site, { method: 'DELETE', id, cookie })).status).toBe(204)
  expect((await call(site, { method: 'DELETE', id, cookie })).status).toBe(404)
  expect(await (await getNotesPage(site, cookie)).text()).not.toContain('Zweite Fassung')
})

test('nobody reads, changes or deletes what another person wrote', async ({ site }) => {
  const [owner, other] = [await signIn(site), await signIn(site)]
  const id = randomUUID()
  await call(site, { method: 'PUT', id, cookie: owner.cookie, body: said('for my eyes') })
  const changed = await call(site, { method: 'PUT', id, cookie: other.cookie, body: said('taken over') })
  expect(changed.status).toBe(404)
  expect(await changed.json()).toEqual({ code: 'no-such-note' })
  expect((await call(site, { method: 'DELETE', id, cookie: other.cookie })).status).toBe(404)
  expect(await (await getNotesPage(site, owner.cookie)).text()).toContain('for my eyes')
  expect(await (await getNotesPage(site, other.cookie)).text()).not.toContain('for my eyes')
})

test('a text that was typed on another person’s page does not land in these notes', async ({ site }) => {
  const [first, second] = [await signIn(site), await signIn(site)]
  const body = said('mine', { userId: first.userId })
  const response = await call(site, { method: 'PUT', cookie: second.cookie, body })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ code: 'other-user' })
})

type Refused = { what: string; status: number; code: string; more?: object; change: Partial<Call> }

const refused: Refused[] = [
  { what: 'no JSON', status: 400, code: 'no-json', change: { body: 'text=hello' } },
  { what: 'an empty body', status: 400, code: 'no-json', change: { body: '' } },
  { what: 'no text', status: 400, code: 'no-text', change: { body: '{}' } },
  { what: 'a text that is a number', status: 400, code: 'no-text', change: { body: said(7) } },
  { what: 'nothing but spaces', status: 400, code: 'note-empty', change: { body: said(' \n ') } },
  {
    what: 'a character too many',
    status: 400,
    code: 'note-too-long',
    more: { longest: 10_000, length: 10_001 },
    change: { body: said('x'.repeat(10_001)) },
  },
  {
    what: 'a text of 15,000 characters',
    status: 400,
    code: 'note-too-long',
    more: { longest: 10_000, length: 15_000 },
    change: { body: said('x'.repeat(15_000)) },
  },
  { what: 'half an emoji', status: 400, code: 'note-unreadable', change: { body: said('a \ud83d b') } },
  { what: 'a NUL', status: 400, code: 'note-unreadable', change: { body: said('a\u0000b') } },
  {
    what: 'a body over 64 KB',
    status: 413,
    code: 'body-too-large',
    change: { body: said('x'.repeat(70_000)) },
  },
  { what: 'an id that is none', status: 404, code: 'no-such-note', change: { id: 'mine' } },
  {
    what: 'another site’s page',
    status: 403,
    code: 'cross-site',
    change: { headers: { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' } },
  },
  { what: 'no session', status: 401, code: 'no-session', change: { cookie: '' } },
  { what: 'a worthless cookie', status: 401, code: 'no-session', change: { cookie: 'garbage' } },
]

for (const { what, status, code, more, change } of refused) {
  test(`${what} is refused as such: ${status} ${code}`, async ({ site }) => {
    const { cookie } = await signIn(site)
    const response = await call(site, { method: 'PUT', cookie, body: said('a note'), ...change })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ code, ...more })
    expect(await (await getNotesPage(site, cookie)).text()).toContain('No notes yet')
  })
}

test('the longest note fits, however its characters are written', async ({ site }) => {
  const { cookie } = await signIn(site)
  const body = `{"text":"${'\\u00e4'.repeat(10_000)}"}`
  const response = await call(site, { method: 'PUT', cookie, body })
  expect(response.status).toBe(200)
  expect((await response.json()).text).toBe('ä'.repeat(10_000))
})

test('a line break counts as one character, as in a field, and is stored as one', async ({ site }) => {
  const { cookie } = await signIn(site)
  const response = await call(site, { method: 'PUT', cookie, body: said('x\r\n'.repeat(5_000)) })
  expect(response.status).toBe(200)
  expect((await response.json()).text).toBe('x\n'.repeat(5_000))
})

test('there is no other method', async ({ site }) => {
  const { cookie } = await signIn(site)
  for (const method of ['GET', 'POST', 'PATCH']) {
    expect(
      (await call(site, { method, cookie, ...(method === 'GET' ? {} : { body: said('x') }) })).status,
    ).toBe(405)
  }
})

test('a person who writes without a pause is told to wait, and nobody else is', async ({ site }) => {
  const [busy, other] = [await signIn(site), await signIn(site)]
  // More than anyone may write in a minute, by requests that cost least: on a slow machine it takes more of them.
  let writes = 0
  while ((await call(site, { method: 'DELETE', cookie: busy.cookie })).status === 404 && writes < 2_000)
    writes++
  expect(writes).toBeGreaterThanOrEqual(120)
  const limited = await call(site, { method: 'PUT', cookie: busy.cookie, body: said('one more') })
  expect(limited.status).toBe(429)
  expect(await limited.json()).toEqual({ code: 'too-many-changes' })
  const waitSeconds = Number(limited.headers.get('retry-after'))
  expect(waitSeconds).toBeGreaterThan(0)
  expect(waitSeconds).toBeLessThanOrEqual(60)
  expectPersonal(limited)
  expect((await call(site, { method: 'PUT', cookie: other.cookie, body: said('mine') })).status).toBe(200)
  expect((await getNotesPage(site, busy.cookie)).status).toBe(200)
})
