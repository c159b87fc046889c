import { unsignedToken } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { type Person, signIn } from '../support/note-calls'
import { answerTo, getNotesPage } from '../support/requests'
import type { Site } from '../support/site'

/** Sends several cookies with one name, as a browser does if another site under the same domain has set one. */
function ask(site: Site, path: string, values: string[], init: RequestInit = {}): Promise<Response> {
  const cookie = values.map((value) => `__session=${value}`).join('; ')
  return fetch(site.url + path, {
    redirect: 'manual',
    ...init,
    headers: { cookie, 'sec-fetch-dest': 'document' },
  })
}

/** A cookie that only its row could tell from a good one. */
function forged(): string {
  const now = Math.floor(Date.now() / 1000)
  const iss = 'https://session.firebase.google.com/demo-foyer'
  return unsignedToken({
    iss,
    aud: 'demo-foyer',
    sub: 'me',
    auth_time: now,
    iat: now,
    exp: now + 3600,
  })
}

const strays: [what: string, value: () => string][] = [
  ['garbage', () => 'garbage'],
  ['one without a row', forged],
]

for (const [what, stray] of strays)
  test(`beside ${what} the visitor’s own cookie counts, whichever comes first`, async ({ site }) => {
    const { cookie, userId } = await signIn(site)
    for (const values of [
      [cookie, stray()],
      [stray(), cookie],
    ]) {
      const page = await ask(site, '/app', values)
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
      expect(await (await ask(site, '/api/session', values)).json()).toMatchObject({ signedIn: true, userId })
      const ended = await ask(site, '/api/session/ended?next=/app', values)
      expect([ended.headers.get('location'), ended.headers.get('set-cookie')]).toEqual(['/app', null])
    }
    expect((await ask(site, '/api/session', [stray(), cookie], { method: 'DELETE' })).status).toBe(204)
    expect((await getNotesPage(site, cookie)).status).toBe(307)
  })

async function expectNobody(
  site: Site,
  { cookie: first }: Person,
  { cookie: second }: Person,
): Promise<void> {
  for (const values of [
    [first, second],
    [second, 'garbage', first],
  ]) {
    const page = await ask(site, '/app', values)
    expect([page.status, page.headers.get('location')]).toEqual([307, '/api/session/ended?next=%2Fapp'])
    expect(await (await ask(site, '/api/session', values)).json()).toEqual({ signedIn: false })
    expect((await ask(site, '/api/notes', values)).status).toBe(401)
    const ended = await ask(site, '/api/session/ended?next=/app', values)
    expect(ended.headers.get('location')).toBe('/login?next=%2Fapp')
    expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^__session=; Path=\/; .*Max-Age=0/)])
    const requestId = ended.headers.get('x-request-id')
    const isTold = () =>
      site.records().some((line) => line.event === 'session.ambiguous' && line.requestId === requestId)
    await expect.poll(isTold).toBe(true)
  }
}

test('of two live sessions neither counts, the cookies are deleted, and both sessions live on', async ({
  site,
}) => {
  const [mine, attackers] = [await signIn(site), await signIn(site)]
  await expectNobody(site, mine, attackers)
  for (const { cookie } of [mine, attackers]) expect((await getNotesPage(site, cookie)).status).toBe(200)
})

test('a cookie set for a parent domain is deleted, too', async ({ site }) => {
  const [first, second] = [await signIn(site), await signIn(site)]
  const answer = await answerTo(site, [
    'GET /api/session/ended HTTP/1.1',
    'Host: my.app.localhost',
    `Cookie: __session=${first.cookie}; __session=${second.cookie}`,
  ])
  const cleared = [...answer.matchAll(/^set-cookie: __session=; (?:Domain=([\w.]*); )?Path=\/; /gim)].map(
    ([, domain]) => domain,
  )
  expect(cleared).toEqual([undefined, 'my.app.localhost', 'app.localhost'])
})
