/** The server is killed while people sign in and save: what was acknowledged is there after the next start. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { createDataDir } from '../support/data-dir'
import { type Google, startGoogle } from '../support/google/google'
import { callNotes, type Person, putNote } from '../support/note-calls'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const people = 100
const savesEach = 10
const signInsEach = 2
const savesBeforeKill = 300
const signInsBeforeSaves = 10

/** What the site said was done, before it was killed: the last version of each note, and sessions. */
type Acknowledged = { notes: Map<string, Saved>; sessions: Session[]; saves: number }
type Saved = { person: Person; text: string; version: number }
type Session = { email: string; cookie: string }

// With PostgreSQL the rows are in another process, and an answer comes no sooner after its commit.
test('kill -9 amid 1,000 saves and 200 sign-ins loses none that the embedded database has acknowledged', async () => {
  test.setTimeout(240_000)
  const dataDir = await createDataDir()
  const google = await startGoogle()
  const options = { env: google.environment, dataDir }
  try {
    const acknowledged = await workUntilKilled(await startSite(options), google)
    expect(acknowledged.saves, 'the kill came in the middle').toBeLessThan(people * savesEach)
    expect(acknowledged.sessions.length).toBeLessThan(people * (1 + signInsEach))
    const restarted = await startSite(options)
    try {
      await expectNotes(restarted, acknowledged)
      await expectSessions(restarted, acknowledged, google)
    } finally {
      await restarted.stop()
    }
  } finally {
    await google.stop()
    await rm(dataDir, { recursive: true })
  }
})

/** All people save at once, and sign in on further devices meanwhile. */
async function workUntilKilled(site: Site, google: Google): Promise<Acknowledged> {
  const emails = Array.from({ length: people }, (_, number) => `person-${number}@example.com`)
  const acknowledged: Acknowledged = { notes: new Map(), sessions: [], saves: 0 }
  const signed: Person[] = []
  await eachOf(emails, 10, async (email) => {
    const { id } = google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })
    const session = await signIn(site, google, email)
    expect(session).not.toBeNull()
    if (session) acknowledged.sessions.push(session)
    signed.push({ userId: id, cookie: session?.cookie ?? '' })
  })
  const begun = acknowledged.sessions.length + signInsBeforeSaves
  let further: Promise<void> = Promise.resolve()
  // Else the saves, which ask the database once, would all be done before a sign-in, which asks it several times.
  await new Promise<void>((resolve) => {
    further = eachOf(Array(signInsEach).fill(emails).flat(), 20, async (email) => {
      const session = await signIn(site, google, email)
      if (session) acknowledged.sessions.push(session)
      if (acknowledged.sessions.length >= begun) resolve()
    })
  })
  const killInTime = () => {
    if (acknowledged.saves === savesBeforeKill) void site.stop('SIGKILL')
  }
  const saving = signed.map((person) => saveAll(site, person, acknowledged, killInTime))
  const outcomes = await Promise.allSettled([...saving, further])
  expect(await site.stop(), 'ended by the signal').toBeNull()
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // What fetch says of a connection that broke; anything else is an answer that should not have come.
  expect(reasons.filter((reason) => !(reason instanceof TypeError))).toEqual([])
  return acknowledged
}

/** Not all at once, as the stand-in signs each token and cookie. */
async function eachOf<Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += atOnce)
    await Promise.all(items.slice(first, first + atOnce).map(work))
}

/** Null if it was more than the stand-in can answer in time; then the site says so, and nobody is in. */
async function signIn(site: Site, google: Google, email: string): Promise<Session | null> {
  const opened = await postToken(site, await google.idToken(email))
  if (opened.status === 503) return null
  expect(opened.status).toBe(204)
  return { email, cookie: sessionCookieOf(opened).value }
}

/** One note after another, and every second save is of one that is there: ten saves, within the limits. */
async function saveAll(
  site: Site,
  person: Person,
  acknowledged: Acknowledged,
  onSaved: () => void,
): Promise<void> {
  let [id, version] = [randomUUID() as string, 0]
  for (let number = 0; number < savesEach; number++) {
    const text = `save ${number} of ${person.userId}`
    const saved = await putNote(site, person, id, { text, base: version || null })
    // More than a busy machine can answer in time: the site says so, and it may be saved or not.
    if (saved.status === 503) {
      ;[id, version] = [randomUUID(), 0]
      continue
    }
    expect(saved.status).toBe(200)
    version += 1
    expect(await saved.json()).toMatchObject({ id, text, version })
    acknowledged.notes.set(id, { person, text, version })
    acknowledged.saves += 1
    onSaved()
    if (version === 2) [id, version] = [randomUUID(), 0]
  }
}

/** Each note is at least at the version that was acknowledged last, with its text; a later save may have got through unheard. */
async function expectNotes(site: Site, { notes }: Acknowledged): Promise<void> {
  const found = [...notes].map(async ([id, { person, text, version }]) => {
    const answer = await callNotes(site, person, 'GET', id)
    expect(answer.status).toBe(200)
    const { note } = await answer.json()
    expect(note.version).toBeGreaterThanOrEqual(version)
    expect(note.version).toBeLessThanOrEqual(version + 1)
    if (note.version === version) expect(note.text).toBe(text)
  })
  await Promise.all(found)
}

/** All sessions go on; no cookie, and one signed as it should be of a session that was never acknowledged, opens nothing. */
async function expectSessions(site: Site, { sessions }: Acknowledged, google: Google): Promise<void> {
  await eachOf(sessions, 10, async ({ email, cookie }) => {
    const session = await fetch(`${site.url}/api/session`, { headers: { cookie: `__session=${cookie}` } })
    expect(await session.json()).toMatchObject({ signedIn: true, email })
  })
  const stranger = await getNotesPage(site)
  expect(stranger.headers.get('location')).toBe('/login?next=%2Fapp')
  const unknown = await getNotesPage(site, await google.sessionCookie('person-0@example.com'))
  expect(unknown.headers.get('location')).toBe('/api/session/ended?next=%2Fapp')
}
