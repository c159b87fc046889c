/** The promises of the notes endpoints. */
import { randomUUID } from 'node:crypto'
import { expect, siteTest as test } from '../support/fixtures'
import { createClient, isoTime, readJson, statusAndJson } from '../support/note-calls'
import { expectPersonal, getNotesPage } from '../support/requests'

type Client = Awaited<ReturnType<typeof createClient>>

const pastAndFar = [-1, 11 * 365 * 24].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('a note is saved, changed and deleted by its owner, and each save can be repeated', async ({ site }) => {
  const owner = await createClient(site)
  const id = randomUUID()
  const first = { title: 'Titel', text: 'first words', base: null }
  const second = { title: '„größer“', text: 'Zweite Fassung 🚪', base: 1 }
  for (const note of [first, first, second, second]) {
    const saved = await owner.put(id, note)
    expect(saved.status).toBe(200)
    expectPersonal(saved)
    const { base, ...texts } = note
    const times = { createdAt: isoTime, changedAt: isoTime }
    expect(await saved.json()).toEqual({ id, ...texts, version: 1 + (base ?? 0), ...times })
  }
  const opened = await owner.read(id)
  expect(opened).toMatchObject({ note: { id, title: second.title, version: 2, share: null } })
  expect(opened.html).toContain(second.text)
  expect(await (await getNotesPage(site, owner.cookie)).text()).toContain(second.text)
  // As a text field would: the longest note fits after that.
  const third = { title: 'a\r\nb', text: 'x\r\n'.repeat(51_200), base: 2 }
  const normalized = { id, title: 'a b', text: 'x\n'.repeat(51_200), version: 3 }
  expect(await readJson(owner.put(id, third))).toMatchObject(normalized)
  expect(await readJson(owner.call('DELETE', id))).toMatchObject(normalized)
  for (const method of ['GET', 'DELETE'])
    expect(await statusAndJson(owner.call(method, id))).toEqual([404, { code: 'no-such-note' }])
})

test('a second writer gets the first one’s text, or learns of a deletion', async ({ site }) => {
  const owner = await createClient(site)
  const id = randomUUID()
  await owner.put(id, { text: 'one' })
  await owner.put(id, { text: 'theirs', base: 1 })
  for (const base of [null, 1]) {
    const changed = await owner.put(id, { text: 'mine', base })
    expect(changed.status).toBe(409)
    expectPersonal(changed)
    const note = { id, text: 'theirs', version: 2 }
    expect(await changed.json()).toMatchObject({ code: 'note-changed', note })
  }
  expect(await readJson(owner.put(id, { text: 'mine', base: 2 }))).toMatchObject({ version: 3 })
  await owner.call('DELETE', id)
  const gone = owner.put(id, { text: 'mine, later', base: 3 })
  expect(await statusAndJson(gone)).toEqual([404, { code: 'no-such-note' }])
  expect(await readJson(owner.put(id, { text: 'mine' })), 'Undo').toMatchObject({ version: 1 })
})

test('nobody reads, changes, shares or deletes what another person wrote', async ({ site }) => {
  const [owner, other] = [await createClient(site), await createClient(site)]
  const id = randomUUID()
  await owner.put(id, { title: 'Title', text: 'for my eyes' })
  const attempts = [
    () => other.call('GET', id),
    () => other.put(id, { text: 'taken over' }),
    () => other.put(id, { text: 'taken over', base: 1 }),
    () => other.call('DELETE', id),
    () => other.call('PUT', `${id}/share`, { endsAt: null }),
    () => other.call('DELETE', `${id}/share`),
  ]
  for (const attempt of attempts)
    expect(await statusAndJson(attempt())).toEqual([404, { code: 'no-such-note' }])
  const logged = () => site.records().filter((line) => line.event === 'access.refused' && line.id === id)
  // Five alike are written, the others counted.
  await expect.poll(() => logged().length).toBe(5)
  for (const line of logged()) expect(line).toMatchObject({ userId: other.userId, kind: 'note' })
  expect(await owner.read(id)).toMatchObject({ note: { text: 'for my eyes', share: null } })
  expect(JSON.stringify(await other.read(''))).not.toContain('for my eyes')
})

const crossSite = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
type Headers = Record<string, string>

/** Changes to a valid request. Each problem of a text is `notes/notes`. */
const refusals: [
  what: string,
  status: number,
  code: string,
  change: { body?: string; note?: object; id?: string; headers?: Headers },
][] = [
  ['no JSON', 400, 'no-json', { body: 'text=hello' }],
  ['a number as text', 400, 'no-text', { note: { text: 7 } }],
  ['no user', 400, 'no-text', { note: { userId: undefined } }],
  ['the base 0', 400, 'no-text', { note: { base: 0 } }],
  ['a base beyond the column', 400, 'no-text', { note: { base: 2 ** 31 - 1 } }],
  ['nothing but spaces', 400, 'note-empty', { note: { title: ' ', text: ' \n ' } }],
  ['another user’s text', 401, 'other-user', { note: { userId: 'somebody' } }],
  ['an oversized body', 413, 'body-too-large', { note: { text: 'x'.repeat(620_000) } }],
  ['a malformed ID', 404, 'no-such-note', { id: 'mine' }],
  ['another site’s page', 403, 'cross-site', { headers: crossSite }],
  ['no session', 401, 'no-session', { headers: { cookie: '' } }],
  ['an invalid cookie', 401, 'no-session', { headers: { cookie: '__session=garbage' } }],
]

test('an invalid save is refused, and nothing is stored', async ({ site }) => {
  const { userId, call, read } = await createClient(site)
  for (const [what, status, code, { body, note, id = randomUUID(), headers }] of refusals) {
    const sent = body ?? { title: '', text: 'a note', base: null, userId, ...note }
    expect(await statusAndJson(call('PUT', id, sent, headers)), what).toEqual([status, { code }])
  }
  expect(await read('')).toMatchObject({ notes: [], next: null })
})

test('the list is paged, and an unchanged one has no body', async ({ site }) => {
  const owner = await createClient(site)
  for (let n = 0; n < 31; n++) await owner.put(randomUUID(), { text: `note ${n}` })
  const response = await owner.call('GET', '')
  expectPersonal(response)
  const first = await response.json()
  const starts = first.notes.map(({ start }: { start: string }) => start)
  expect(starts).toEqual(Array.from({ length: 30 }, (_, n) => `note ${30 - n}`))
  const last = { start: 'note 0', isWhole: true, isShared: false, version: 1 }
  expect(await owner.read(`?after=${first.next}`)).toMatchObject({ notes: [last], next: null })
  expect(await owner.read('?after=nowhere')).toEqual(first)

  const etag = response.headers.get('etag') ?? ''
  expect(etag).toBe(`"${first.revision}"`)
  const again = () => owner.call('GET', '', undefined, { 'if-none-match': etag })
  const unchanged = await again()
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  expectPersonal(unchanged)
  const [{ id }] = first.notes
  await owner.share(id)
  const changed = await readJson(again())
  expect(changed.notes[0]).toMatchObject({ id, isShared: true })
})

test('a share link is created, changed and deleted, and a bad expiry refused', async ({ site }) => {
  const owner = await createClient(site)
  const id = randomUUID()
  await owner.put(id, { text: 'shared' })
  const put = (body: unknown) => statusAndJson(owner.call('PUT', `${id}/share`, body))
  const noDay = `${new Date().getUTCFullYear() + 1}-02-30T12:00:00Z`
  for (const endsAt of [undefined, 'tomorrow', '2032-01-01', noDay, 1_900_000_000_000, ...pastAndFar])
    expect(await put({ endsAt })).toEqual([400, { code: 'no-end' }])
  expect(await put('{')).toEqual([400, { code: 'no-json' }])
  const oversized = { endsAt: null, more: 'x'.repeat(1_024) }
  expect(await put(oversized)).toEqual([413, { code: 'body-too-large' }])

  const share = await owner.share(id)
  const facts = { createdAt: isoTime, endsAt: null, hasEnded: false }
  expect(share).toEqual({ id: expect.any(String), ...facts })
  expect(share.id).not.toBe(id)
  const endsAt = inAnHour()
  expect(await owner.share(id, endsAt)).toEqual({ ...share, endsAt })
  expect(await owner.read(id)).toMatchObject({ note: { share: { ...share, endsAt } } })
  for (const status of [204, 404]) expect((await owner.call('DELETE', `${id}/share`)).status).toBe(status)
  expect((await owner.share(id)).id).not.toBe(share.id)
})

test('an unchanged note has no body, until its text or link change', async ({ site }) => {
  const owner = await createClient(site)
  const id = randomUUID()
  await owner.put(id, { text: 'one' })
  let etag = (await owner.call('GET', id)).headers.get('etag') ?? ''
  const again = () => owner.call('GET', id, undefined, { 'if-none-match': etag })
  for (const change of [
    () => owner.put(id, { text: 'two', base: 1 }),
    () => owner.share(id),
    () => owner.share(id, inAnHour()),
    () => owner.call('DELETE', `${id}/share`),
  ]) {
    const unchanged = await again()
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expectPersonal(unchanged)
    await change()
    const changed = await again()
    expect(changed.status).toBe(200)
    etag = changed.headers.get('etag') ?? ''
  }
  await owner.call('DELETE', id)
  expect((await again()).status).toBe(404)
})

test('a form restores a deleted note or deletes it for good, only for its owner on their own page', async ({
  site,
}) => {
  const [owner, other] = [await createClient(site), await createClient(site)]
  const id = randomUUID()
  const send = async ({ cookie, userId }: Client, fields: Headers, headers: Headers = {}) => {
    const response = await fetch(`${site.url}/api/trash`, {
      method: 'POST',
      headers: { cookie: `__session=${cookie}`, ...headers },
      body: new URLSearchParams({ userId, id, ...fields }),
      redirect: 'manual',
    })
    expectPersonal(response)
    return [response.status, response.headers.get('location')]
  }
  const [restore, remove, empty] = [{ do: 'restore' }, { do: 'delete' }, { do: 'empty' }]
  const createTrashed = async () => {
    await owner.put(id, { text: 'mine' })
    await owner.call('DELETE', id)
  }
  await createTrashed()
  expect(await send(owner, restore, { cookie: '' })).toEqual([401, null])
  expect(await send(owner, { ...restore, userId: other.userId })).toEqual([401, null])
  expect(await send(owner, { ...restore, more: 'x'.repeat(1_024) })).toEqual([413, null])
  for (const fields of [restore, remove, empty])
    expect(await send(other, fields)).toEqual([303, '/app/trash'])
  const logged = () => site.records().filter((line) => line.event === 'access.refused' && line.id === id)
  await expect.poll(() => logged().length).toBe(3)
  expect(await send(owner, { do: 'other' })).toEqual([303, '/app/trash'])
  expect(await send(owner, { ...restore, id: 'none' })).toEqual([303, '/app/trash'])
  expect(await send(owner, restore)).toEqual([303, `/app/${id}?done=restored`])
  expect(await owner.read(id)).toMatchObject({ note: { text: 'mine', version: 1 } })
  for (const fields of [remove, empty]) {
    await createTrashed()
    expect(await send(owner, fields)).toEqual([303, '/app/trash'])
    expect(await send(owner, restore)).toEqual([303, '/app/trash'])
  }
})
