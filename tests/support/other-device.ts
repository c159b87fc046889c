/** Another device of the same account, which writes notes over HTTP. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Account } from './accounts'
import { postToken, sessionCookieOf } from './requests'
import type { Site } from './site'

type Written = { id?: string; title?: string; text: string; base?: number | null }

export async function signInOtherDevice({ url }: Site, { userId, idToken }: Account) {
  const cookie = sessionCookieOf(await postToken({ url }, idToken)).value
  const send = async (method: string, path: string, body?: object) => {
    const init = body ? { body: JSON.stringify(body) } : {}
    const headers = { cookie: `__session=${cookie}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/notes/${path}`, { method, headers, ...init })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response
  }
  return {
    /** Saves a note, new without `base`. Returns its ID. */
    async write({ id = randomUUID(), title = '', text, base = null }: Written): Promise<string> {
      await send('PUT', id, { title, text, base, userId })
      return id
    },
    /** Saves a new text of a note, whatever its version. */
    async change(id: string, text: string): Promise<void> {
      const { note } = (await (await send('GET', id)).json()) as { note: { title: string; version: number } }
      await send('PUT', id, { title: note.title, text, base: note.version, userId })
    },
    remove: (id: string) => send('DELETE', id),
    share: (id: string) => send('PUT', `${id}/share`, { endsAt: null }),
  }
}
