/** Calls of the notes API without a browser. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { type Account, createAccount } from './accounts'
import { openShareLink, postToken, sessionCookieOf } from './requests'
import type { Site } from './site'

export type Person = { userId: string; cookie: string }

type Reached = Pick<Site, 'url' | 'emulatorUrl'>

/** A new account, or this one, signed in. */
export async function signIn(site: Reached, known?: Account): Promise<Person> {
  const { userId, idToken } = known ?? (await createAccount(site))
  return { userId, cookie: sessionCookieOf(await postToken(site, idToken)).value }
}

/** Calls `/api/notes` or a path below it. A string is sent as it is, anything else as JSON. */
export function callNotes(
  { url }: Pick<Site, 'url'>,
  { cookie }: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const suffix = path === '' || path.startsWith('?') ? path : `/${path}`
  const init = { method, headers: { cookie: `__session=${cookie}`, ...headers } }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${url}/api/notes${suffix}`, body === undefined ? init : { ...init, body: text })
}

type Written = { title?: string; text: string; base?: number | null; userId?: string }

/** Saves a note, new without `base`. */
export function putNote(
  site: Pick<Site, 'url'>,
  person: Person,
  id: string,
  { title = '', text, base = null, userId = person.userId }: Written,
): Promise<Response> {
  return callNotes(site, person, 'PUT', id, { title, text, base, userId })
}

/** The JSON of a response, which must be 200. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers, to be compared
export async function readJson(answer: Promise<Response>): Promise<any> {
  const response = await answer
  expect(response.status).toBe(200)
  return response.json()
}

export const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

/** A new account, or another device of this one, with its calls. */
export async function createClient(site: Reached, known?: Account) {
  const person = await signIn(site, known)
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    callNotes(site, person, method, path, body, headers)
  const read = (path: string) => readJson(call('GET', path))
  /** Shares a note until `endsAt`. Returns the link. */
  const share = (id: string, endsAt: string | null = null) => readJson(call('PUT', `${id}/share`, { endsAt }))
  /** Saves a note, new without `base`, which must succeed. Returns its ID. */
  async function write({ id = randomUUID(), ...note }: Written & { id?: string }): Promise<string> {
    const { ok, status } = await putNote(site, person, id, note)
    expect(ok, `${status} to a save`).toBe(true)
    return id
  }
  return {
    ...person,
    call,
    put: (id: string, note: Written) => putNote(site, person, id, note),
    read,
    share,
    write,
    /** Saves a new text of a note, whatever its version. */
    async change(id: string, text: string): Promise<void> {
      const { note } = (await read(id)) as { note: { title: string; version: number } }
      await write({ id, title: note.title, text, base: note.version })
    },
    async remove(id: string): Promise<void> {
      expect((await call('DELETE', id)).ok).toBe(true)
    },
    /** Writes and shares a note. Returns both IDs. */
    async writeShared(text: string): Promise<{ id: string; shareId: string }> {
      const id = await write({ title: 'Plan', text })
      return { id, shareId: (await share(id)).id }
    },
    openLink: (shareId: string, headers?: Record<string, string>) =>
      openShareLink(site, shareId, person.cookie, headers),
  }
}

/** The status and the body of a response. */
export async function statusAndJson(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer
  return [response.status, await response.json()]
}
