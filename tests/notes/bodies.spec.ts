/** Bodies at the limit of an endpoint are read whole or refused, with a length or in chunks. */
import { randomUUID } from 'node:crypto'
import { maxNoteBodyBytes } from '@/lib/notes/limits'
import { createAccount } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { postToken, sessionCookieOf } from '../support/requests'

/** Quotes and emoji in their longest form; the rest of a body is spaces. */
const text = '"😀🚪“„'.repeat(6_800)
const escaped = [...text.split('')]
  .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('')
const note = (userId: string, bytes: number) =>
  `{"title":"","base":null,"userId":"${userId}","text":"${escaped}"}`.padEnd(bytes)

/** The same bytes, with their length or chunked. */
const encodings: Record<string, (body: string) => RequestInit> = {
  'with its length': (body) => ({ body }),
  'in chunks': (body) => ({ body: new Blob([body]).stream(), duplex: 'half' }) as RequestInit,
}

for (const [encoding, bodyOf] of Object.entries(encodings)) {
  test(`the longest body of quotes and emoji, sent ${encoding}, arrives whole, and one byte more is too many`, async ({
    site,
  }) => {
    const { idToken, userId } = await createAccount(site)
    const cookie = `__session=${sessionCookieOf(await postToken(site, idToken)).value}`
    const put = (body: string) =>
      fetch(`${site.url}/api/notes/${randomUUID()}`, { method: 'PUT', headers: { cookie }, ...bodyOf(body) })
    const saved = await put(note(userId, maxNoteBodyBytes))
    expect(saved.status).toBe(200)
    expect((await saved.json()).text === text, 'the text as it was sent').toBe(true)
    const refused = await put(note(userId, maxNoteBodyBytes + 1))
    expect([refused.status, await refused.json()]).toEqual([413, { code: 'body-too-large' }])
  })

  test(`more than a user id has, sent ${encoding}, deletes no account`, async ({ site }) => {
    const { idToken, userId } = await createAccount(site)
    const cookie = `__session=${sessionCookieOf(await postToken(site, idToken)).value}`
    const body = JSON.stringify({ userId }).padEnd(1_025)
    const headers = { cookie }
    const refused = await fetch(`${site.url}/api/account`, { method: 'DELETE', headers, ...bodyOf(body) })
    expect([refused.status, await refused.json()]).toEqual([413, { code: 'body-too-large' }])
  })
}
