/** The server is killed in the middle of saving: each save that was acknowledged is there after the next start. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { newDataDir } from '../support/data-dir'
import { openPostgresServer } from '../support/database/postgres'
import { type Google, startGoogle } from '../support/google/google'
import { ask, type Person, save } from '../support/note-calls'
import { postToken, sessionCookieOf } from '../support/requests'
import { type Site, startSite } from '../support/site'

const people = 100
const savesEach = 10
const saves = people * savesEach
const killedAfter = 300

/** A text that one has been told is saved. */
type Acknowledged = { person: Person; id: string; text: string; version: number }

type Store = { settings: Record<string, string>; close(): Promise<void> }

const stores: [name: string, open: () => Promise<Store>][] = [
  [
    'the embedded database',
    async () => {
      const folder = await newDataDir()
      return { settings: { DATA_DIR: folder }, close: () => rm(folder, { recursive: true }) }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, close } = await openPostgresServer()
      return { settings: { DATABASE_URL: url }, close }
    },
  ],
]

for (const [name, openStore] of stores) {
  test(`kill -9 in the middle of 1,000 saves of 100 people loses none in ${name} that was acknowledged`, async () => {
    test.setTimeout(240_000)
    const store = await openStore()
    const google = await startGoogle()
    const env = { ...google.environment, ...store.settings }
    try {
      const killed = await startSite({ env })
      const acknowledged = await saveUntilKilled(killed, await signIn(killed, google))
      expect(acknowledged.length).toBeGreaterThanOrEqual(killedAfter)
      expect(acknowledged.length, 'the kill came in the middle').toBeLessThan(saves)
      const restarted = await startSite({ env })
      try {
        await expectAll(restarted, acknowledged)
      } finally {
        await restarted.stop()
      }
    } finally {
      await google.stop()
      await store.close()
    }
  })
}

/** A session for each, by a real sign-in; not all at once, as the stand-in signs each token and cookie. */
async function signIn(site: Site, google: Google): Promise<Person[]> {
  const signed: Person[] = []
  while (signed.length < people) {
    const several = Array.from({ length: 10 }, async (_, number) => {
      const email = `person-${signed.length + number}@example.com`
      const { id } = google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })
      const opened = await postToken(site, await google.idToken(email))
      return { userId: id, cookie: sessionCookieOf(opened).value }
    })
    signed.push(...(await Promise.all(several)))
  }
  return signed
}

/** All at once; each saves one note after another, and every second one again: that is ten saves, within the limits. */
async function saveUntilKilled(site: Site, signed: Person[]): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const write = async (person: Person) => {
    let [id, version] = [randomUUID() as string, 0]
    for (let number = 0; number < savesEach; number++) {
      const text = `save ${number} of ${person.userId}`
      const saved = await save(site, person, id, { text, base: version || null })
      expect(saved.status).toBe(200)
      version += 1
      expect(await saved.json()).toMatchObject({ id, text, version })
      acknowledged.push({ person, id, text, version })
      if (acknowledged.length === killedAfter) void site.stop('SIGKILL')
      if (version === 2) [id, version] = [randomUUID(), 0]
    }
  }
  const outcomes = await Promise.allSettled(signed.map(write))
  expect(await site.stop(), 'ended by the signal').toBeNull()
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // What fetch says of a connection that broke; anything else is an answer that should not have come.
  expect(reasons.filter((reason) => !(reason instanceof TypeError))).toEqual([])
  return acknowledged
}

/** Each note is at least at the version that was acknowledged last, with its text; a later save may have got through unheard. */
async function expectAll(site: Site, acknowledged: Acknowledged[]): Promise<void> {
  const last = new Map(acknowledged.map((one) => [one.id, one]))
  const found = [...last.values()].map(async ({ person, id, text, version }) => {
    const answer = await ask(site, person, 'GET', id)
    expect(answer.status).toBe(200)
    const { note } = await answer.json()
    expect(note.version).toBeGreaterThanOrEqual(version)
    expect(note.version).toBeLessThanOrEqual(version + 1)
    if (note.version === version) expect(note.text).toBe(text)
  })
  await Promise.all(found)
}
