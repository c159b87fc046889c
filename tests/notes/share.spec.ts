import { randomUUID } from 'node:crypto'
import { expectPersonal } from '../support/answers'
import { expect, siteTest as test } from '../support/fixtures'
import { callNotes, type Person, putNote, readJson, signIn } from '../support/note-calls'
import { openShareLink } from '../support/requests'
import type { Site } from '../support/site'

const open = (site: Site, person: Person, id: string, headers: Record<string, string> = {}) =>
  openShareLink(site, id, person.cookie, headers)

async function share(site: Site, owner: Person, text: string, endsAt: string | null = null) {
  const id = randomUUID()
  await putNote(site, owner, id, { title: 'Plan', text })
  const made = await readJson(callNotes(site, owner, 'PUT', `${id}/share`, { endsAt }))
  return { id, shareId: String((made as { id: string }).id) }
}

const openedOf = async (site: Site, owner: Person, id: string) =>
  ((await readJson(callNotes(site, owner, 'GET', id))) as { note: { share: { opened: number } } }).note.share
    .opened

test('a link shows the note to whoever signs in, and counts sessions: not its writer, not twice', async ({
  site,
}) => {
  const [owner, reader, other] = [await signIn(site), await signIn(site), await signIn(site)]
  const { id, shareId } = await share(site, owner, 'for **friends**')
  for (const person of [owner, reader, reader, other]) {
    const response = await open(site, person, shareId)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const html = await response.text()
    expect(html).toContain('for <strong>friends</strong>')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('<title>Shared note · Foyer</title>')
    expect(html.includes('Copy to my notes'), 'nobody copies their own').toBe(person !== owner)
    expect(html).not.toContain('visitor-')
  }
  expect((await open(site, reader, shareId.toUpperCase())).status).toBe(200)
  expect(await openedOf(site, owner, id)).toBe(2)
})

test('a note is not read ahead: nobody would count it when the browser shows it', async ({ site }) => {
  const [owner, reader] = [await signIn(site), await signIn(site)]
  const { id, shareId } = await share(site, owner, 'for friends')
  for (const [name, value] of [
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ] as const)
    for (const dest of ['document', 'empty']) {
      const response = await open(site, reader, shareId, { [name]: value, 'sec-fetch-dest': dest })
      expect([name, response.status]).toEqual([name, 503])
      expect(await response.text()).not.toContain('for friends')
      expectPersonal(response)
    }
  expect(await openedOf(site, owner, id)).toBe(0)
  // What looks like a purpose and is none doesn't keep anyone from reading.
  expect(await (await open(site, reader, shareId, { 'sec-purpose': 'navigate' })).text()).toContain(
    'for friends',
  )
  expect(await openedOf(site, owner, id)).toBe(1)
})

test('absent, ended, expired, foreign and malformed ids are the same 404, whose words need no scripts', async ({
  site,
}) => {
  const [owner, reader] = [await signIn(site), await signIn(site)]
  const ended = await share(site, owner, 'ended')
  expect((await callNotes(site, owner, 'DELETE', `${ended.id}/share`)).status).toBe(204)
  const expired = await share(site, owner, 'expired', new Date(Date.now() + 300).toISOString())
  await new Promise((resolve) => setTimeout(resolve, 400))
  const live = await share(site, owner, 'live')
  const pages = await Promise.all(
    [randomUUID(), ended.shareId, expired.shareId, live.id, 'not-a-uuid'].map(async (id) => {
      const response = await open(site, reader, id)
      return [
        response.status,
        (await response.text()).replaceAll(id, 'ID').replace(/[\da-f]{8}-[\da-f]{4}/g, 'REF'),
      ]
    }),
  )
  for (const [status, html] of pages) {
    expect(status).toBe(404)
    expect(html).toContain('<title>This link doesn’t work · Foyer</title>')
    expect(html).toMatch(
      /<main id="main">.*<h1>This link doesn’t work<.*>It may have expired or been turned off\.<.*<\/main>/,
    )
    expect(html).toContain('<meta name="robots" content="noindex"')
    for (const text of ['ended', 'expired', 'live']) expect(html).not.toContain(`>${text}<`)
  }
  const bot = await open(site, reader, ended.shareId, { 'user-agent': 'Googlebot/2.1' })
  expect([bot.status, (await bot.text()).includes('<h1')]).toEqual([404, false])
  // A new link is another one, and the old stays ended.
  const again = (await readJson(callNotes(site, owner, 'PUT', `${ended.id}/share`, { endsAt: null }))) as {
    id: string
  }
  expect(again.id).not.toBe(ended.shareId)
  expect((await open(site, reader, ended.shareId)).status).toBe(404)
  expect((await open(site, reader, again.id)).status).toBe(200)
})

test('a reader keeps a copy, which stays when the link ends; without a session nothing is said of the note', async ({
  site,
}) => {
  const [owner, reader] = [await signIn(site), await signIn(site)]
  const { id, shareId } = await share(site, owner, 'to keep')
  const copy = (headers: Record<string, string>) =>
    fetch(`${site.url}/api/shares/${shareId}/copy`, { method: 'POST', headers, redirect: 'manual' })
  const nobody = await copy({})
  expect(nobody.status).toBe(401)
  expect(await nobody.text()).not.toContain('to keep')
  const cookie = { cookie: `__session=${reader.cookie}` }
  expect((await copy({ ...cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const kept = await copy(cookie)
  const place = kept.headers.get('location')
  expect([kept.status, place]).toEqual([303, expect.stringMatching(/^\/app\/[\da-f-]{36}\?copied=1$/)])
  const copyId = place?.slice('/app/'.length).split('?')[0] ?? ''
  // Again there is still one, as the reader has it, also if they have deleted it.
  await putNote(site, reader, copyId, { title: 'Plan', text: 'to keep, mine', base: 1 })
  expect((await copy(cookie)).headers.get('location')).toBe(place)
  await callNotes(site, reader, 'DELETE', copyId)
  expect((await copy(cookie)).headers.get('location')).toBe(place)
  await callNotes(site, owner, 'DELETE', id)
  expect(await readJson(callNotes(site, reader, 'GET', ''))).toMatchObject({
    notes: [{ id: copyId, title: 'Plan', start: 'to keep, mine', version: 2 }],
  })
  const gone = await copy(cookie)
  expect([gone.status, gone.headers.get('location')]).toEqual([303, `/share/${shareId}`])
})

test('without scripts a form writes a note; if it can’t be saved, the response gives the text back', async ({
  site,
}) => {
  const person = await signIn(site)
  const send = (more: Record<string, string>, cookie = person.cookie) =>
    fetch(`${site.url}/api/notes`, {
      method: 'POST',
      headers: { cookie: `__session=${cookie}` },
      body: new URLSearchParams({
        id: randomUUID(),
        userId: person.userId,
        title: 'T',
        text: 'plain <b>',
        ...more,
      }),
      redirect: 'manual',
    })
  const saved = await send({})
  expect([saved.status, saved.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/app\/[\da-f-]{36}$/),
  ])
  expect(await readJson(callNotes(site, person, 'GET', ''))).toMatchObject({
    notes: [{ start: 'plain <b>' }],
  })
  const stranger = await signIn(site)
  for (const [status, words, response] of [
    [401, 'Your session has ended', send({}, 'ended')],
    [401, 'Another account', send({}, stranger.cookie)],
    [400, 'up to 200 characters', send({ title: 'x'.repeat(201) })],
    [400, 'up to 100 KB', send({ text: `${'x'.repeat(150_000)}plain <b>` })],
  ] as const) {
    const answer = await response
    expect(answer.status, words).toBe(status)
    const html = await answer.text()
    expect(html).toContain(words)
    expect(html).toContain('plain &lt;b></textarea>')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
  }
  expect(await readJson(callNotes(site, stranger, 'GET', ''))).toMatchObject({ notes: [] })
})
