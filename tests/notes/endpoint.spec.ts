/** What the endpoints of notes promise. Over 200 lines: one list of promises to every kind of caller. */
import { randomUUID } from 'node:crypto'
import { expectPersonal } from '../support/answers'
import { expect, siteTest as test } from '../support/fixtures'
import { callNotes, isoTime, type Person, putNote, readJson, signIn } from '../support/note-calls'
import { getNotesPage } from '../support/requests'

test('a note is saved, changed and deleted by its owner, and what was lost on the way is asked for again', async ({
  site,
}) => {
  const person = await signIn(site)
  const id = randomUUID()
  const first = { title: 'Titel', text: 'first words', base: null }
  const second = { title: '„größer“', text: 'Zweite Fassung 🚪', base: 1 }
  for (const [written, version] of [
    [first, 1],
    [first, 1],
    [second, 2],
    [second, 2],
  ] as const) {
    const saved = await putNote(site, person, id, written)
    expect(saved.status).toBe(200)
    expectPersonal(saved)
    const { base: _, ...texts } = written
    expect(await saved.json()).toEqual({
      ...{ id, ...texts, version, isPinned: false },
      ...{ createdAt: isoTime, changedAt: isoTime },
    })
  }
  const opened = await readJson(callNotes(site, person, 'GET', id))
  expect(opened).toMatchObject({ note: { id, title: '„größer“', version: 2, share: null } })
  expect(opened.html).toContain('Zweite Fassung 🚪')
  expect(await (await getNotesPage(site, person.cookie)).text()).toContain('Zweite Fassung 🚪')
  expect(await readJson(callNotes(site, person, 'DELETE', id))).toMatchObject({
    id,
    text: 'Zweite Fassung 🚪',
    version: 2,
  })
  for (const method of ['GET', 'DELETE']) {
    const missing = await callNotes(site, person, method, id)
    expect([missing.status, await missing.json()]).toEqual([404, { code: 'no-such-note' }])
  }
})

test('of two writers the second gets what the first wrote, and whoever writes after a deletion hears it', async ({
  site,
}) => {
  const person = await signIn(site)
  const id = randomUUID()
  await putNote(site, person, id, { text: 'one' })
  await putNote(site, person, id, { text: 'theirs', base: 1 })
  for (const base of [null, 1]) {
    const changed = await putNote(site, person, id, { text: 'mine', base })
    expect(changed.status).toBe(409)
    expectPersonal(changed)
    expect(await changed.json()).toMatchObject({
      code: 'note-changed',
      note: { id, text: 'theirs', version: 2 },
    })
  }
  expect(await readJson(putNote(site, person, id, { text: 'mine', base: 2 }))).toMatchObject({ version: 3 })
  await callNotes(site, person, 'DELETE', id)
  const gone = await putNote(site, person, id, { text: 'mine, later', base: 3 })
  expect([gone.status, await gone.json()]).toEqual([410, { code: 'note-gone' }])
  // Undo: the same note again.
  expect(await readJson(putNote(site, person, id, { text: 'mine' }))).toMatchObject({ version: 1 })
})

test('nobody reads, changes, shares or deletes what another person wrote', async ({ site }) => {
  const [owner, other] = [await signIn(site), await signIn(site)]
  const id = randomUUID()
  await putNote(site, owner, id, { title: 'Title', text: 'for my eyes' })
  const share = `${id}/share`
  const attempts = [
    () => callNotes(site, other, 'GET', id),
    () => putNote(site, other, id, { text: 'taken over' }),
    () => putNote(site, other, id, { text: 'taken over', base: 1 }),
    () => callNotes(site, other, 'DELETE', id),
    () => callNotes(site, other, 'PUT', share, { endsAt: null }),
    () => callNotes(site, other, 'DELETE', share),
    () => callNotes(site, other, 'PUT', `${id}/pin`, { isPinned: true }),
  ]
  for (const attempt of attempts) {
    const refused = await attempt()
    expect([refused.status, await refused.json()]).toEqual([404, { code: 'no-such-note' }])
  }
  const logged = () => site.records().filter((line) => line.event === 'access.refused' && line.id === id)
  // Five alike are written, and the others are counted.
  await expect.poll(() => logged().length).toBe(5)
  for (const line of logged()) expect(line).toMatchObject({ userId: other.userId, kind: 'note' })
  expect(await readJson(callNotes(site, owner, 'GET', id))).toMatchObject({
    note: { text: 'for my eyes', share: null },
  })
  expect(JSON.stringify(await readJson(callNotes(site, other, 'GET', '')))).not.toContain('for my eyes')
  expect(await readJson(callNotes(site, other, 'GET', '?search=eyes'))).toMatchObject({ notes: [] })
})

test('a text that was typed on another person’s page does not land in these notes', async ({ site }) => {
  const [first, second] = [await signIn(site), await signIn(site)]
  const response = await putNote(site, second, randomUUID(), { text: 'mine', userId: first.userId })
  expect([response.status, await response.json()]).toEqual([401, { code: 'other-user' }])
})

const written = (more: object) => (person: Person) => ({
  title: '',
  text: 'a note',
  base: null,
  userId: person.userId,
  ...more,
})

type Refused = {
  what: string
  status: number
  code: string
  body?: (person: Person) => unknown
  id?: string
  headers?: Record<string, string>
}

const refused: Refused[] = [
  { what: 'no JSON', status: 400, code: 'no-json', body: () => 'text=hello' },
  { what: 'an empty body', status: 400, code: 'no-json', body: () => '' },
  { what: 'no text', status: 400, code: 'no-text', body: () => ({}) },
  { what: 'a text that is a number', status: 400, code: 'no-text', body: written({ text: 7 }) },
  { what: 'no title', status: 400, code: 'no-text', body: written({ title: undefined }) },
  ...[undefined, '1', 0, -1, 1.5, 2 ** 31 - 1, true].map((base) => ({
    what: `the base ${base}`,
    status: 400,
    code: 'no-text',
    body: written({ base }),
  })),
  { what: 'nobody who typed it', status: 400, code: 'no-text', body: written({ userId: undefined }) },
  {
    what: 'nothing but spaces',
    status: 400,
    code: 'note-empty',
    body: written({ title: ' ', text: ' \n ' }),
  },
  {
    what: 'a letter too many',
    status: 400,
    code: 'note-too-long',
    body: written({ text: 'x'.repeat(102_401) }),
  },
  {
    what: 'too long a title',
    status: 400,
    code: 'title-too-long',
    body: written({ title: 'x'.repeat(201) }),
  },
  { what: 'half an emoji', status: 400, code: 'note-unreadable', body: written({ text: 'a \ud83d b' }) },
  { what: 'a NUL in the title', status: 400, code: 'note-unreadable', body: written({ title: 'a\u0000b' }) },
  {
    what: 'more than the longest note in the longest way',
    status: 413,
    code: 'body-too-large',
    body: written({ text: 'x'.repeat(620_000) }),
  },
  { what: 'an id that is none', status: 404, code: 'no-such-note', id: 'mine' },
  {
    what: 'another site’s page',
    status: 403,
    code: 'cross-site',
    headers: { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
  },
  { what: 'no session', status: 401, code: 'no-session', headers: { cookie: '' } },
  { what: 'a worthless cookie', status: 401, code: 'no-session', headers: { cookie: '__session=garbage' } },
]

test('what is no note is refused as such, and nothing is stored', async ({ site }) => {
  const person = await signIn(site)
  for (const { what, status, code, body = written({}), id = randomUUID(), headers } of refused) {
    const response = await callNotes(site, person, 'PUT', id, body(person), headers)
    expect([response.status, await response.json()], what).toEqual([status, { code }])
  }
  expect(await readJson(callNotes(site, person, 'GET', ''))).toMatchObject({ notes: [], next: null })
})

test('the longest note fits, however its characters are written, and comes back as it was', async ({
  site,
}) => {
  const person = await signIn(site)
  const unit = '\u0001'
  const [title, text] = [unit.repeat(200), unit.repeat(102_400)]
  const { userId } = person
  const rest = JSON.stringify({ base: null, userId }).slice(1)
  const escaped = (count: number) => '\\u0001'.repeat(count)
  const body = `{"title":"${escaped(200)}","text":"${escaped(102_400)}",${rest}`
  const saved = await readJson(callNotes(site, person, 'PUT', randomUUID(), body))
  expect(saved.title === title && saved.text === text, 'as it was sent').toBe(true)
  for (const longest of ['"'.repeat(102_400), '😀'.repeat(25_600), '\\'.repeat(102_400)]) {
    const id = randomUUID()
    expect((await putNote(site, person, id, { text: longest })).status).toBe(200)
    expect((await readJson(callNotes(site, person, 'GET', id))).note.text === longest, 'as it was sent').toBe(
      true,
    )
  }
})

test('a line break counts as one character, as in a field, and is stored as one', async ({ site }) => {
  const person = await signIn(site)
  const saved = await readJson(
    putNote(site, person, randomUUID(), { title: 'a\r\nb', text: 'x\r\n'.repeat(51_200) }),
  )
  expect(saved.title).toBe('a b')
  expect(saved.text === 'x\n'.repeat(51_200)).toBe(true)
})

test('the list goes on where it ended, and a page that has it already gets no more than that', async ({
  site,
}) => {
  const person = await signIn(site)
  for (let n = 0; n < 31; n++) await putNote(site, person, randomUUID(), { text: `note ${n}` })
  const response = await callNotes(site, person, 'GET', '')
  expectPersonal(response)
  const first = await response.json()
  expect(first.notes.map(({ start }: { start: string }) => start)).toEqual(
    Array.from({ length: 30 }, (_, n) => `note ${30 - n}`),
  )
  const rest = await readJson(callNotes(site, person, 'GET', `?after=${first.next}`))
  expect(rest).toMatchObject({
    notes: [{ start: 'note 0', isWhole: true, isShared: false, version: 1 }],
    next: null,
  })
  expect(await readJson(callNotes(site, person, 'GET', '?after=nowhere'))).toEqual(first)
  expect(await readJson(callNotes(site, person, 'GET', '?search=OTE%2029'))).toMatchObject({
    notes: [{ start: 'note 29' }],
    next: null,
  })

  const etag = response.headers.get('etag') ?? ''
  expect(etag).toBe(`"${first.revision}"`)
  const again = () => callNotes(site, person, 'GET', '', undefined, { 'if-none-match': etag })
  const unchanged = await again()
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  expectPersonal(unchanged)
  const [{ id }] = first.notes
  await callNotes(site, person, 'PUT', `${id}/share`, { endsAt: null })
  const changed = await again()
  expect(changed.status).toBe(200)
  expect((await changed.json()).notes[0]).toMatchObject({ id, isShared: true })
})

test('a link is made, changed and ended by the note’s writer, and an end that is none is refused', async ({
  site,
}) => {
  const person = await signIn(site)
  const id = randomUUID()
  await putNote(site, person, id, { text: 'shared' })
  const put = (body: unknown) => callNotes(site, person, 'PUT', `${id}/share`, body)
  for (const endsAt of [
    undefined,
    7,
    'tomorrow',
    '2020-01-01T00:00:00Z',
    '2099-01-01T00:00:00Z',
    '2032-01-01',
  ])
    expect(await (await put({ endsAt })).json(), `${endsAt}`).toEqual({ code: 'no-end' })
  expect(await (await put('{')).json()).toEqual({ code: 'no-json' })
  const long = await put({ endsAt: null, more: 'x'.repeat(1_024) })
  expect([long.status, await long.json()]).toEqual([413, { code: 'body-too-large' }])

  const made = await readJson(put({ endsAt: null }))
  expect(made).toEqual({
    id: expect.any(String),
    createdAt: isoTime,
    endsAt: null,
    hasEnded: false,
    opened: 0,
  })
  expect(made.id).not.toBe(id)
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  expect(await readJson(put({ endsAt }))).toEqual({ ...made, endsAt })
  expect(await readJson(callNotes(site, person, 'GET', id))).toMatchObject({
    note: { share: { ...made, endsAt } },
  })
  const end = () => callNotes(site, person, 'DELETE', `${id}/share`)
  expect((await end()).status).toBe(204)
  expect((await end()).status).toBe(404)
  expect((await readJson(put({ endsAt: null }))).id).not.toBe(made.id)
})

test('a page that has a note as it is gets no more than that, until text, pin or link change', async ({
  site,
}) => {
  const person = await signIn(site)
  const id = randomUUID()
  await putNote(site, person, id, { text: 'one' })
  let etag = (await callNotes(site, person, 'GET', id)).headers.get('etag') ?? ''
  const again = () => callNotes(site, person, 'GET', id, undefined, { 'if-none-match': etag })
  for (const change of [
    () => putNote(site, person, id, { text: 'two', base: 1 }),
    () => callNotes(site, person, 'PUT', `${id}/pin`, { isPinned: true }),
    () => callNotes(site, person, 'PUT', `${id}/share`, { endsAt: null }),
    () =>
      callNotes(site, person, 'PUT', `${id}/share`, {
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    () => callNotes(site, person, 'DELETE', `${id}/share`),
  ]) {
    const unchanged = await again()
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expectPersonal(unchanged)
    await change()
    const changed = await again()
    expect(changed.status).toBe(200)
    etag = changed.headers.get('etag') ?? ''
  }
  await callNotes(site, person, 'DELETE', id)
  expect((await again()).status).toBe(404)
})

test('a pin is set and taken, without another version; what is none, and the 51st, is refused', async ({
  site,
}) => {
  const person = await signIn(site)
  const ids = Array.from({ length: 51 }, () => randomUUID())
  for (const id of ids) await putNote(site, person, id, { text: 'a note' })
  const pin = (id: string, isPinned: unknown) => callNotes(site, person, 'PUT', `${id}/pin`, { isPinned })
  const [first = '', ...others] = ids
  const was = (await readJson(callNotes(site, person, 'GET', first))).note
  for (const isPinned of [undefined, 1, 'true'])
    expect(await (await pin(first, isPinned)).json()).toEqual({ code: 'no-pin' })
  for (const id of others) expect(await readJson(pin(id, true))).toEqual({ isPinned: true })
  const many = await pin(first, true)
  expect([many.status, await many.json()]).toEqual([409, { code: 'too-many-pins' }])
  expect(await readJson(pin(others[0] ?? '', false))).toEqual({ isPinned: false })
  expect(await readJson(pin(first, true))).toEqual({ isPinned: true })
  expect(await readJson(callNotes(site, person, 'GET', first))).toMatchObject({
    note: { ...was, isPinned: true },
  })
  const page = await readJson(callNotes(site, person, 'GET', ''))
  expect(page.notes.map(({ isPinned }: { isPinned: boolean }) => isPinned)).toEqual([
    ...Array.from({ length: 50 }, () => true),
    false,
  ])
  expect(page.next).toBeNull()
})

test('a form restores a deleted note or deletes it for good, for its owner on their own page alone', async ({
  site,
}) => {
  const [owner, other] = [await signIn(site), await signIn(site)]
  const id = randomUUID()
  const send = async (person: Person, fields: Record<string, string>, headers: object = {}) => {
    const response = await fetch(`${site.url}/api/trash`, {
      method: 'POST',
      headers: { cookie: `__session=${person.cookie}`, ...headers },
      body: new URLSearchParams({ userId: person.userId, id, ...fields }),
      redirect: 'manual',
    })
    expectPersonal(response)
    return [response.status, response.headers.get('location')]
  }
  const [restore, remove, empty] = [{ do: 'restore' }, { do: 'delete' }, { do: 'empty' }]
  const deleted = async () => {
    await putNote(site, owner, id, { text: 'mine' })
    await callNotes(site, owner, 'DELETE', id)
  }
  await deleted()
  expect(await send(owner, restore, { cookie: '' })).toEqual([401, null])
  expect(await send(owner, { ...restore, userId: other.userId })).toEqual([401, null])
  expect(await send(owner, { ...restore, more: 'x'.repeat(1_024) })).toEqual([413, null])
  for (const fields of [restore, remove, empty])
    expect(await send(other, fields)).toEqual([303, '/app/trash'])
  const logged = () => site.records().filter((line) => line.event === 'access.refused' && line.id === id)
  await expect.poll(() => logged().length).toBe(3)
  expect(await send(owner, { do: 'other' })).toEqual([303, '/app/trash'])
  expect(await send(owner, { ...restore, id: 'none' })).toEqual([303, '/app/trash'])
  expect(await send(owner, restore)).toEqual([303, `/app/${id}`])
  expect(await readJson(callNotes(site, owner, 'GET', id))).toMatchObject({
    note: { text: 'mine', version: 1 },
  })
  for (const fields of [remove, empty]) {
    await deleted()
    expect(await send(owner, fields)).toEqual([303, '/app/trash'])
    expect(await send(owner, restore)).toEqual([303, '/app/trash'])
  }
})

test('there is no other method', async ({ site }) => {
  const person = await signIn(site)
  for (const [path, methods] of [
    [randomUUID(), ['POST', 'PATCH']],
    [`${randomUUID()}/share`, ['POST', 'PATCH']],
    [`${randomUUID()}/pin`, ['POST', 'DELETE']],
    ['', ['PUT', 'DELETE']],
  ] as const)
    for (const method of methods) expect((await callNotes(site, person, method, path, {})).status).toBe(405)
})

test('a person who writes or searches without a pause is told to wait, and nobody else is', async ({
  site,
}) => {
  const [busy, other] = [await signIn(site), await signIn(site)]
  await putNote(site, busy, randomUUID(), { text: 'mine' })
  // More than anyone may do in a minute, by requests that cost least: on a slow machine it takes more of them.
  const limits: [code: string, allowed: number, attempt: (person: Person) => Promise<Response>][] = [
    ['too-many-changes', 119, (person) => callNotes(site, person, 'DELETE', randomUUID())],
    ['too-many-searches', 60, (person) => callNotes(site, person, 'GET', '?search=mine')],
  ]
  for (const [code, allowed, attempt] of limits) {
    let done = 0
    let answer = await attempt(busy)
    for (; answer.status !== 429 && done < 2_000; answer = await attempt(busy)) done++
    expect(done).toBeGreaterThanOrEqual(allowed)
    expect(await answer.json()).toEqual({ code })
    const waitSeconds = Number(answer.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(60)
    expectPersonal(answer)
    expect((await attempt(other)).status).not.toBe(429)
  }
  expect((await putNote(site, busy, randomUUID(), { text: 'one more' })).status).toBe(429)
  expect((await putNote(site, other, randomUUID(), { text: 'mine' })).status).toBe(200)
  expect((await callNotes(site, busy, 'GET', '')).status).toBe(200)
})
