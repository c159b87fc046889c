/** Refused attacks are logged, and their responses reveal nothing. */
import { randomUUID } from 'node:crypto'
import { accountRequests } from '@/lib/site/account-routes'
import { bindingRequests } from '@/lib/site/binding-routes'
import { endpointMethods } from '@/lib/site/endpoints'
import { expect, siteTest as test } from '../support/fixtures'
import { type Person, signIn } from '../support/note-calls'
import type { Site } from '../support/site'

const elsewhere = { origin: 'https://ada@evil.example:8443', 'sec-fetch-site': 'cross-site' }

const id = '3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10'

/** Every handler that changes something, but for the one that a signature alone opens, and the export. */
const calls: [method: string, path: string][] = [
  ...endpointMethods().flatMap(([pattern, methods]) =>
    (pattern === bindingRequests.refresh ? [] : methods)
      .filter((method) => method !== 'GET')
      .map((method): [string, string] => [method, pattern.replace(/\{.*\}/, id)]),
  ),
  ['GET', accountRequests.export],
]

for (const [method, path] of calls) {
  test(`a request from another site is logged: ${method} ${path}`, async ({ site }) => {
    const response = await fetch(`${site.url}${path}`, { method, headers: elsewhere })
    expect(response.status).toBe(403)
    await expect.poll(() => linesOf(site, response)).toHaveLength(1)
    expect(linesOf(site, response)[0]).toMatchObject({
      level: 'warn',
      event: 'request.cross-site',
      method,
      path: path.split('?')[0],
      origin: 'evil.example:8443',
      site: 'cross-site',
      clientAddress: '127.0.0.1',
    })
  })
}

test('so is one from a page without an origin', async ({ site }) => {
  const response = await fetch(`${site.url}/api/notes/${id}`, { method: 'PUT', headers: { origin: 'null' } })
  expect(response.status).toBe(403)
  await expect.poll(() => linesOf(site, response)).toMatchObject([{ origin: null, site: null }])
})

type Call = { method: string; path: string; body?: object }

const text = { title: '', text: 'words', base: null }

function call(site: Site, { cookie }: Person, { method, path, body }: Call): Promise<Response> {
  const headers = { cookie: `__session=${cookie}` }
  return fetch(`${site.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

test('a request for another user’s resource is answered as for a missing one, and logged', async ({
  site,
}) => {
  const [owner, other] = [await signIn(site), await signIn(site)]
  const [note, absent] = [randomUUID(), randomUUID()]
  await call(site, owner, {
    method: 'PUT',
    path: `/api/notes/${note}`,
    body: { ...text, userId: owner.userId },
  })
  const exported = await (await call(site, owner, { method: 'GET', path: '/api/account/export' })).json()
  const session = exported.sessions[0].id
  const put = (id: string, userId: string): Call => ({
    method: 'PUT',
    path: `/api/notes/${id}`,
    body: { ...text, userId },
  })
  const remove = (path: string): Call => ({ method: 'DELETE', path })
  const ofOwner = { method: 'DELETE', path: '/api/account', body: { userId: owner.userId } }
  /** With the same request for a missing one, where there is one. */
  const foreign: [kind: string, id: string, Call, nothing?: Call][] = [
    ['note', note, put(note, other.userId)],
    ['note', note, remove(`/api/notes/${note}`), remove(`/api/notes/${absent}`)],
    ['session', session, remove(`/api/sessions/${session}`), remove(`/api/sessions/${absent}`)],
    ['user', owner.userId, put(absent, owner.userId)],
    ['user', owner.userId, ofOwner],
  ]
  for (const [kind, id, asked, nothing] of foreign) {
    const response = await call(site, other, asked)
    expect([401, 404]).toContain(response.status)
    await expect.poll(() => linesOf(site, response)).toHaveLength(1)
    expect(linesOf(site, response)[0]).toMatchObject({
      level: 'warn',
      event: 'access.refused',
      userId: other.userId,
      kind,
      id,
      clientAddress: '127.0.0.1',
    })
    if (!nothing) continue
    const answer = await call(site, other, nothing)
    expect([answer.status, await answer.json()]).toEqual([response.status, await response.json()])
    expect(linesOf(site, answer)).toEqual([])
  }
  expect((await call(site, owner, { method: 'DELETE', path: `/api/notes/${note}` })).status).toBe(200)
})

function linesOf(site: Site, response: Response) {
  const requestId = response.headers.get('x-request-id')
  return site.records().filter((record) => record.requestId === requestId)
}
