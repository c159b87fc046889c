/** A body may come minutes after its request: the session that was checked then may have ended meanwhile. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { createClient, readJson } from '../support/note-calls'

test('what comes after its session has ended is refused, and changes nothing', async ({ site }) => {
  const account = await createAccount(site)
  const { userId } = account
  const [device, elsewhere] = [await createClient(site, account), await createClient(site, account)]
  const headers = { cookie: `__session=${device.cookie}` }
  const [kept, trashed] = [
    await elsewhere.write({ text: 'kept' }),
    await elsewhere.write({ text: 'deleted' }),
  ]
  await elsewhere.remove(trashed)
  const form = (fields: Record<string, string>) => new URLSearchParams({ userId, ...fields }).toString()
  const note = (base: number | null) => JSON.stringify({ title: '', text: 'late', base, userId })
  const late: [method: string, path: string, body: string][] = [
    ['PUT', `/api/notes/${randomUUID()}`, note(null)],
    ['PUT', `/api/notes/${kept}`, note(1)],
    ['PUT', `/api/notes/${kept}/share`, '{"endsAt":null}'],
    ['POST', '/api/trash', form({ do: 'restore', id: trashed })],
    ['POST', '/api/trash', form({ do: 'empty' })],
    ['DELETE', '/api/account', JSON.stringify({ userId })],
  ]
  // Once the site has seen them all begin.
  const signOut = delay(1_000).then(() => fetch(`${site.url}/api/session`, { method: 'DELETE', headers }))
  const answers = late.map(async ([method, path, text]) => {
    async function* body() {
      yield Buffer.from(text.slice(0, 5))
      await signOut
      yield Buffer.from(text.slice(5))
    }
    const sent = { method, headers, body: body(), duplex: 'half' } as unknown as RequestInit
    const response = await fetch(site.url + path, sent)
    return [path, response.status, (await response.text()).includes('ession')]
  })
  expect((await signOut).status).toBe(204)
  expect(await Promise.all(answers)).toEqual(late.map(([, path]) => [path, 401, true]))
  expect(await elsewhere.read('')).toMatchObject({ notes: [{ id: kept, start: 'kept', isShared: false }] })
  const restore = { method: 'POST', headers: { cookie: `__session=${elsewhere.cookie}` }, redirect: 'manual' }
  const body = new URLSearchParams({ userId, do: 'restore', id: trashed })
  const restored = await fetch(`${site.url}/api/trash`, { ...restore, body } as RequestInit)
  expect(restored.headers.get('location')).toContain('restored')
  expect((await readJson(elsewhere.call('GET', trashed))).note.text).toBe('deleted')
})
