import { randomUUID } from 'node:crypto'
import { expect, siteTest as test } from '../support/fixtures'
import { callNotes, type Person, putNote, readJson, signIn } from '../support/note-calls'
import { openShareLink } from '../support/requests'
import type { Site } from '../support/site'

/** A note of somebody who is signed in, and the link to it. */
async function shareNote(site: Site, owner: Person): Promise<{ id: string; shareId: string }> {
  const id = randomUUID()
  await putNote(site, owner, id, { text: 'shared' })
  const { id: shareId } = await readJson(callNotes(site, owner, 'PUT', `${id}/share`, { endsAt: null }))
  return { id, shareId }
}

async function sixtyTimes(openings: (() => Promise<Response>)[]): Promise<void> {
  for (let n = 0; n < 60; n += 10) {
    const asked = Array.from({ length: 10 }, () => openings.map((open) => open())).flat()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect([...new Set(statuses)]).toEqual([200])
  }
}

test('what a person opens counts once, whether a page or an endpoint shows it', async ({ site }) => {
  const person = await signIn(site)
  const { id, shareId } = await shareNote(site, person)
  const openPage = () => openShareLink(site, shareId, person.cookie)
  const openByEndpoint = () => callNotes(site, person, 'GET', id)
  await sixtyTimes([openPage, openByEndpoint])
  const refused = await openByEndpoint()
  expect([refused.status, await refused.json()]).toEqual([429, { code: 'too-many-requests' }])
  const page = await openPage()
  expect([page.status, page.headers.get('location')]).toEqual([
    307,
    expect.stringContaining('/api/unavailable'),
  ])
})

test('whoever is told to wait has not opened the link', async ({ site }) => {
  const [owner, reader] = [await signIn(site), await signIn(site)]
  const [shared, own] = [await shareNote(site, owner), await shareNote(site, reader)]
  const openOwn = () => callNotes(site, reader, 'GET', own.id)
  await sixtyTimes([openOwn, openOwn])
  expect((await openShareLink(site, shared.shareId, reader.cookie)).status).toBe(307)
  expect(await readJson(callNotes(site, owner, 'GET', shared.id))).toMatchObject({
    note: { share: { opened: 0 } },
  })
})

test.describe('of the longest notes', () => {
  const text = 'x'.repeat(100_000)
  const refused = async (response: Response) => [response.status, await response.json()]

  test('24 are saved a minute, whether a request tells its length or not', async ({ site }) => {
    const [telling, silent] = [await signIn(site), await signIn(site)]
    const inChunks = () => {
      const body = new Blob([JSON.stringify({ title: '', text, base: null, userId: silent.userId })]).stream()
      const init = { method: 'PUT', headers: { cookie: `__session=${silent.cookie}` }, body, duplex: 'half' }
      return fetch(`${site.url}/api/notes/${randomUUID()}`, init as RequestInit)
    }
    for (const saveLong of [() => putNote(site, telling, randomUUID(), { text }), inChunks]) {
      for (let n = 0; n < 24; n++) expect((await saveLong()).status).toBe(200)
      expect(await refused(await saveLong())).toEqual([429, { code: 'too-many-changes' }])
    }
    expect((await putNote(site, telling, randomUUID(), { text: 'short' })).status).toBe(429)
  })
})
