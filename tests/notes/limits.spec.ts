import { randomUUID } from 'node:crypto'
import { expect, siteTest as test } from '../support/fixtures'
import { createClient, statusAndJson } from '../support/note-calls'
import { expectPersonal } from '../support/requests'

async function openSixtyTimes(...openings: (() => Promise<Response>)[]): Promise<void> {
  for (let n = 0; n < 60; n += 10) {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openings.map((open) => open())).flat())
    expect([...new Set(opened.map(({ status }) => status))]).toEqual([200])
  }
}

test('pages and endpoints count towards one limit of notes opened', async ({ site }) => {
  const { writeShared, openLink, call } = await createClient(site)
  const { id, shareId } = await writeShared('shared')
  await openSixtyTimes(
    () => openLink(shareId),
    () => call('GET', id),
  )
  expect(await statusAndJson(call('GET', id))).toEqual([429, { code: 'too-many-requests' }])
  const page = await openLink(shareId)
  expect(page.status).toBe(307)
  expect(page.headers.get('location')).toContain('/api/unavailable')
})

test('ten of the longest notes are opened a minute', async ({ site }) => {
  const { put, call } = await createClient(site)
  const id = randomUUID()
  expect((await put(id, { text: 'x'.repeat(100_000) })).status).toBe(200)
  for (let n = 0; n < 10; n += 1) expect((await call('GET', id)).status).toBe(200)
  expect(await statusAndJson(call('GET', id))).toEqual([429, { code: 'too-many-requests' }])
})

test('24 of the longest notes are saved a minute, and other users are not limited', async ({ site }) => {
  const text = 'x'.repeat(100_000)
  const [withLength, chunked, other] = [
    await createClient(site),
    await createClient(site),
    await createClient(site),
  ]
  const putChunked = () => {
    const body = new Blob([JSON.stringify({ title: '', text, base: null, userId: chunked.userId })]).stream()
    const init = { method: 'PUT', headers: { cookie: `__session=${chunked.cookie}` }, body, duplex: 'half' }
    return fetch(`${site.url}/api/notes/${randomUUID()}`, init as RequestInit)
  }
  for (const putLong of [() => withLength.put(randomUUID(), { text }), putChunked]) {
    for (let n = 0; n < 24; n++) expect((await putLong()).status).toBe(200)
    const refused = await putLong()
    expectPersonal(refused)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect([refused.status, await refused.json()]).toEqual([429, { code: 'too-many-changes' }])
  }
  expect((await withLength.call('DELETE', randomUUID())).status).toBe(429)
  expect((await withLength.call('GET', '')).status).toBe(200)
  expect((await other.put(randomUUID(), { text: 'short' })).status).toBe(200)
})

test('60 searches are answered a minute; then all notes are shown with a message', async ({ site }) => {
  const { write, cookie } = await createClient(site)
  await write({ title: 'Plan', text: 'at nine' })
  const headers = { cookie: `__session=${cookie}` }
  const search = async () => (await fetch(`${site.url}/app?search=zebra`, { headers })).text()
  for (let n = 0; n < 60; n++) expect(await search()).toContain('No notes with “zebra”')
  const html = await search()
  for (const part of ['Too many requests in a short time.', ' value="zebra"', '>Plan<'])
    expect(html).toContain(part)
})
