/** The account while the provider does not answer. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { type Google, startGoogle } from '../support/google/google'
import { getAccountPage, inTime, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const email = 'ada@example.com'
const password = 'correct horse'

let google: Google
let site: Site
let cookie: string
let userId: string

test.beforeEach(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  userId = google.accounts.add(email, password).id
  site = await startSite({ env: google.environment })
  const { idToken } = await google.signIn(email, password)
  cookie = sessionCookieOf(await postToken(site, idToken)).value
  const body = JSON.stringify({ text: 'a note to keep' })
  expect((await ask('PUT', `/api/notes/${randomUUID()}`, { body })).status).toBe(200)
})

test.afterEach(async () => {
  await site.stop()
  await google.stop()
})

function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: `__session=${cookie}` }
  return fetch(site.url + path, { method, headers, redirect: 'manual', ...init })
}

const remove = () => ask('DELETE', '/api/account', { body: JSON.stringify({ userId }) })
const notes = async () => (await getAccountPage(site, cookie)).text()

for (const fault of [{ status: 500 }, 'silent'] as const) {
  test(`a provider that ${fault === 'silent' ? 'never answers' : 'fails'}: words on the page, no half file, nothing deleted`, async () => {
    expect(await (await ask('GET', '/app/account')).text()).toContain('not confirmed yet')
    google.fail(fault, 'adminLookup')
    const page = await (await inTime(ask('GET', '/app/account'))).text()
    expect(page).toContain('The sign-in service did not answer')
    expect(page).toContain('Try again')
    expect(page).toContain('Where you are signed in')

    const script = await inTime(ask('GET', '/api/account/export'))
    expect(script.status).toBe(503)
    expect(await script.json()).toEqual({ code: 'provider-unavailable' })
    const visit = {
      cookie: `__session=${cookie}`,
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'same-origin',
    }
    const file = await inTime(ask('GET', '/api/account/export', { headers: visit }))
    expect(file.status).toBe(503)
    expect(file.headers.has('content-disposition')).toBe(false)
    expect(await file.text()).toMatch(/^Your data could not be put together just now: .*\.\n$/)

    const deletion = await inTime(remove())
    expect(deletion.status).toBe(503)
    expect(await deletion.json()).toEqual({ code: 'account-not-deleted' })
    google.mend()
    expect(await notes()).toContain('a note to keep')
    expect(await (await ask('GET', '/app/account')).text()).toContain('not confirmed yet')
  })
}

test('a provider that is slow does not keep the page back: what does not depend on it comes at once', async () => {
  await (await ask('GET', '/app/account')).text()
  google.fail({ afterMs: 3_000 }, 'adminLookup')
  const waiting = ['Where you are signed in', 'the sign-in service is being asked']
  let early = ''
  let html = ''
  const decoder = new TextDecoder()
  for await (const chunk of (await ask('GET', '/app/account')).body ?? []) {
    html += decoder.decode(chunk, { stream: true })
    if (early === '' && waiting.every((words) => html.includes(words))) early = html
  }
  expect(early).not.toBe('')
  expect(early).not.toContain('not confirmed yet')
  expect(html).toContain('not confirmed yet')
})

test('a provider that fails in the middle of a deletion: the person is told, and can ask again', async () => {
  google.fail({ status: 500 }, 'adminDelete')
  const halfway = await inTime(remove())
  expect(halfway.status).toBe(503)
  expect(await halfway.json()).toEqual({ code: 'account-half-deleted' })
  expect(await notes()).toContain('No notes yet')
  google.mend()
  expect((await remove()).status).toBe(204)
  expect((await ask('GET', '/app')).status).toBe(307)
  await expect(google.signIn(email, password)).rejects.toThrow()
  const events = () => site.records().map(({ event }) => event)
  await expect.poll(events).toEqual(expect.arrayContaining(['account.not-deleted', 'account.deleted']))
})
