/** A session that is bound to a device, over HTTP: what its cookies open without the device, and what they keep open with it. */
import { expect } from '@playwright/test'
import { renewalHeader } from '@/lib/session/address-proof'
import { endpointMethods } from '@/lib/site/endpoints'
import { pages } from '@/lib/site/pages'
import { nowSeconds } from '../support/google/tokens'
import { movableClock } from '../support/moved-site'
import { postToken } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { test, type World } from '../support/world'
import { boundCookieIn, challengeIn, createDevice } from './device'

let world: World
let site: Site
let clock: ReturnType<typeof movableClock>
let environment: Record<string, string>

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(120_000)
  world = opened
  clock = movableClock(world.environment)
  const own = { SITE_URL: 'https://www.foyer.test', TRUSTED_PROXIES: '1', DEVICE_BINDING: 'on' }
  environment = { ...world.environment, ...own, ...clock.env }
  site = await startSite({ env: environment })
})

test.beforeEach(async () => {
  clock.moveTo(0)
  await world.query(`update bindings_since set at = now() - interval '2 hours'`)
})

test.afterAll(async () => {
  await site?.stop()
  clock?.remove()
})

/** The headers that any browser sends for a page, from the network of the person or of a thief. */
const home = { 'x-forwarded-for': '198.18.0.1' }
const elsewhere = { 'x-forwarded-for': '198.18.7.7' }

type Sent = { method?: string; headers?: Record<string, string>; at?: Site }

function ask(path: string, cookie: string, { method = 'GET', headers = {}, at = site }: Sent = {}) {
  return fetch(at.url + path, { method, redirect: 'manual', headers: { ...home, cookie, ...headers } })
}

/** Signs in, and binds the session. The cookies are all that a thief can copy. */
async function signIn({ isConfirmed = true } = {}) {
  const account = world.google.accounts.add(`bound-${crypto.randomUUID()}@example.com`, 'correct horse')
  const authenticatedAt = nowSeconds()
  const opened = await postToken(site, await world.google.idToken(account.email))
  const long = opened.headers.getSetCookie()[0]?.split('; ', 1)[0] ?? ''
  const device = await createDevice()
  const proof = await device.prove(challengeIn(opened))
  const answer = await ask('/api/session/binding', long, {
    method: 'POST',
    headers: { 'secure-session-response': proof },
  })
  expect(answer.status).toBe(200)
  const { session_identifier: id } = (await answer.json()) as { session_identifier: string }
  const bound = boundCookieIn(answer)
  const person = {
    ...account,
    userId: account.id,
    id,
    long,
    device,
    authenticatedAt,
    cookies: `${long}; ${bound}`,
  }
  if (isConfirmed) {
    expect((await ask('/app', person.cookies)).status).toBe(200)
    await expect.poll(async () => (await bindingOf(person))?.confirmed_at).toBeTruthy()
  }
  return person
}

type Bound = Awaited<ReturnType<typeof signIn>>

async function bindingOf({ id }: { id: string }) {
  const query = 'select * from session_bindings where session_id = $1'
  const [row] = (await world.query(query, [id])) as unknown as Record<string, Date | null>[]
  return row
}

/** As the browser does: without a proof, then with one. Without cookies, as after a link from another site. */
async function refresh({ id, device }: Bound, at = site): Promise<Response> {
  const path = '/api/session/binding/refresh'
  const named = { 'sec-secure-session-id': id }
  const challenged = await ask(path, '', { method: 'POST', headers: named, at })
  if (challenged.status !== 403) return challenged
  const proof = await device.prove(challengeIn(challenged))
  return ask(path, '', { method: 'POST', headers: { ...named, 'secure-session-response': proof }, at })
}

const code = async (answer: Response) => [answer.status, await answer.json()]
const unbound = [503, { code: 'session-unbound' }]

/** Endpoints that need no session, and the sign-out. */
const open =
  /^(DELETE \/api\/session|POST \/api\/(session\/.*|errors|passkeys\/(options|token))|GET (\/api\/(session\/ended|config|contact|health|ready|unavailable|cron)|\/builds\/.*|\/\.well-known\/.*|\/.*(\.txt|\.xml|\.webmanifest|_payload\.json)))$/

test('copied cookies open no guarded page and no endpoint after ten minutes; the device goes on', async () => {
  const person = await signIn()
  clock.moveTo(610)
  const note = crypto.randomUUID()
  const guarded = pages.filter(({ guard }) => guard === 'session')
  expect(guarded.length).toBeGreaterThan(4)
  for (const { pattern } of guarded) {
    const path = pattern.replace('{uuid}', note)
    const answer = await ask(path, person.cookies, { headers: elsewhere })
    const next = encodeURIComponent(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      307,
      `/api/session/ended?next=${next}`,
    ])
  }
  const asked = endpointMethods()
    .flatMap(([pattern, methods]) => methods.map((method) => `${method} ${pattern}`))
    .filter((endpoint) => !open.test(endpoint))
  expect(asked.length).toBeGreaterThan(12)
  for (const endpoint of asked.filter((each) => each !== 'POST /api/session')) {
    const [method = '', path = ''] = endpoint.replace('{id}', note).split(' ')
    const answer = await ask(path, person.cookies, { method, headers: elsewhere })
    expect([endpoint, answer.status]).toEqual([endpoint, 503])
    expect(await answer.text()).toMatch(/"code":"session-unbound"|can’t verify your session/)
  }
  const cookies = `${person.long}; ${boundCookieIn(await refresh(person))}`
  for (const path of ['/app', '/app/account', '/api/notes', '/api/session'])
    expect([path, (await ask(path, cookies)).status]).toEqual([path, 200])
})

test('a binding counts ten seconds after its cookie first came back, not before', async () => {
  const person = await signIn({ isConfirmed: false })
  clock.moveTo(700)
  expect((await ask('/app', person.long)).status, 'the registration may have been lost').toBe(200)
  clock.moveTo(300)
  expect((await ask('/app', person.cookies)).status).toBe(200)
  await expect.poll(async () => (await bindingOf(person))?.confirmed_at).toBeTruthy()
  clock.moveTo(308)
  expect((await ask('/app', person.long)).status, 'sent before the cookie came').toBe(200)
  clock.moveTo(312)
  expect((await ask('/app', person.long)).status).toBe(307)
  expect((await ask('/app', person.cookies)).status).toBe(200)
})

test('a page without the bound cookie loads again once, then leads to the form; one that can’t refresh waits', async () => {
  const person = await signIn()
  clock.moveTo(610)
  const first = await ask('/api/session/ended?next=/app', person.long)
  const text = await first.text()
  expect([first.status, first.headers.getSetCookie()]).toEqual([503, []])
  expect(text).toContain(
    '<meta http-equiv="refresh" content="0;url=/api/session/ended?next=%2Fapp&amp;again=1">',
  )
  const again = '/api/session/ended?next=%2Fapp&again=1'
  const second = await ask(again, person.long)
  const form = '/login?next=%2Fapp&notice=unbound'
  expect([second.status, second.headers.get('location')]).toEqual([303, form])
  expect((await ask(form, person.long)).status).toBe(200)
  const skipped = { 'secure-session-skipped': `server_error;session_identifier="${person.id}"` }
  const waiting = await ask(again, person.long, { headers: skipped })
  const words = await waiting.text()
  expect(waiting.status).toBe(503)
  expect(words).toContain('content="5;url=/api/session/ended?next=%2Fapp&amp;again=1"')
  expect(words).toContain('<a href="/login?next=%2Fapp&amp;notice=unbound">')
  const cookies = `${person.long}; ${boundCookieIn(await refresh(person))}`
  expect((await ask(again, cookies)).headers.get('location')).toBe('/app')
})

test('the bound cookie of another session is deleted, so that the browser asks for the right one', async () => {
  const [person, other] = [await signIn(), await signIn()]
  clock.moveTo(11)
  const cookies = `${person.long}; ${other.cookies.split('; ')[1]}`
  for (const path of ['/api/session', '/api/session/ended?next=/app']) {
    const answer = await ask(path, cookies)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      503,
      ['__Host-bound=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0'],
    ])
  }
  const own = await ask('/api/session', person.cookies)
  expect([own.status, own.headers.getSetCookie()]).toEqual([200, []])
})

test('a refresh answers only 200, 403 with a challenge or 503, whatever is sent with it', async () => {
  const [person, ended] = [await signIn(), await signIn()]
  expect((await ask('/api/session', ended.long, { method: 'DELETE' })).status).toBe(204)
  const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const named = { 'sec-secure-session-id': person.id }
  const sent: [headers: Record<string, string>, status: number][] = [
    [named, 403],
    [{ ...named, ...crossSite }, 403],
    [{ 'sec-secure-session-id': `"${person.id}"` }, 403],
    [{ ...named, 'secure-session-response': 'garbage' }, 403],
    [{ ...named, 'user-agent': 'Googlebot/2.1' }, 403],
    [{ ...named, authorization: 'Bearer a.b.c' }, 403],
    [{ 'sec-secure-session-id': ended.id }, 200],
    [{ 'sec-secure-session-id': 'garbage' }, 200],
    [{}, 200],
  ]
  for (const [headers, status] of sent)
    for (const cookie of ['', person.long, ended.cookies]) {
      const answer = await ask('/api/session/binding/refresh', cookie, { method: 'POST', headers })
      expect([headers, answer.status]).toEqual([headers, status])
      expect(answer.headers.has('secure-session-challenge')).toBe(status === 403)
      expect([answer.headers.get('cache-control'), answer.headers.getSetCookie()]).toEqual([
        'private, no-store',
        [],
      ])
      if (status === 200) expect(await answer.json()).toMatchObject({ continue: false })
    }
  // More often than any limit of the site allows.
  for (let n = 0; n < 400; n++)
    expect((await ask('/api/session/binding/refresh', '', { method: 'POST', headers: named })).status).toBe(
      403,
    )
  expect((await refresh(person)).status).toBe(200)
})

test('renewals need the bound cookie, and the tokens of a bound sign-in open no other session', async () => {
  const person = await signIn()
  const sameSignIn = { auth_time: person.authenticatedAt }
  const post = async (claims: { auth_time: number }, headers: Record<string, string>) => {
    const token = await world.google.idToken(person.email, claims)
    return postToken(site, token, { ...elsewhere, ...headers })
  }
  clock.moveTo(30)
  const renewal = { [renewalHeader]: '1' }
  expect(await code(await post(sameSignIn, { ...renewal, cookie: person.long }))).toEqual(unbound)
  for (const cookie of [{}, { cookie: person.long }])
    expect(await code(await post(sameSignIn, cookie))).toEqual([401, { code: 'sign-in-bound' }])
  expect((await post(sameSignIn, { ...renewal, cookie: person.cookies })).status).toBe(204)
  const later = { auth_time: person.authenticatedAt + 20 }
  const stepUp = await post(later, { cookie: person.cookies })
  expect([stepUp.status, stepUp.headers.getSetCookie().length]).toEqual([204, 1])
  expect(stepUp.headers.has('secure-session-registration'), 'it is bound').toBe(false)
  expect(await code(await post(later, {})), 'it is stronger, and still bound').toEqual([
    401,
    { code: 'sign-in-bound' },
  ])
  const again = await post({ auth_time: person.authenticatedAt + 25 }, { cookie: person.long })
  expect([again.status, again.headers.has('secure-session-registration')]).toEqual([204, true])
})

test('a sign-in whose answer was lost is sent again, and a session is offered its binding until it has one', async () => {
  const person = await signIn({ isConfirmed: false })
  const token = await world.google.idToken(person.email, { auth_time: person.authenticatedAt })
  const again = await postToken(site, token)
  expect([again.status, again.headers.has('secure-session-registration')]).toEqual([204, true])
  const newer = { auth_time: person.authenticatedAt + 1 }
  const renewed = await postToken(site, await world.google.idToken(person.email, newer), {
    cookie: person.long,
  })
  expect([renewed.status, renewed.headers.has('secure-session-registration')]).toEqual([204, true])
})

test('in the hour after the migration, and behind Firebase Hosting, nothing is bound', async () => {
  const { email } = world.google.accounts.add('early@example.com', 'correct horse')
  const offer = async (headers = {}) =>
    (await postToken(site, await world.google.idToken(email), headers)).headers.has(
      'secure-session-registration',
    )
  expect(await offer()).toBe(true)
  expect(await offer({ 'x-fh-requested-host': 'www.foyer.test' })).toBe(false)
  await world.query(`update bindings_since set at = now() - interval '59 minutes'`)
  expect(await offer()).toBe(false)
})

test('a copy from elsewhere is logged and told to its owner; a session that lacks its cookie is only counted', async () => {
  const person = await signIn()
  clock.moveTo(610)
  const eventsOf = () =>
    site
      .records()

      .filter(({ userId, event }) => userId === person.userId && /unbound|stolen/.test(String(event)))
      .map(({ level, event }) => `${level} ${event}`)
  await ask('/app', person.long, { headers: elsewhere })
  await ask('/app', person.cookies, { headers: home })
  await expect.poll(eventsOf).toEqual(['info session.unbound', 'info session.unbound'])
  const cookies = `${person.long}; ${boundCookieIn(await refresh(person))}`
  const page = await (await ask('/app/account', cookies)).text()
  expect(page).toContain('Protected on')
  expect(page).not.toContain('Someone tried')
  await ask('/app', person.cookies, { headers: elsewhere })
  await expect.poll(eventsOf).toContain('warn session.stolen-cookie')
  expect(await (await ask('/app/account', cookies)).text()).toContain(
    'Someone tried to use a copy of this session',
  )
})

test('sign-out stays open without the device', async () => {
  const person = await signIn()
  clock.moveTo(610)
  expect((await ask('/api/session', person.long, { method: 'DELETE' })).status).toBe(204)
  expect(await (await refresh(person)).json()).toMatchObject({ continue: false })
})

test('off ends bindings and no session, other instances know all bindings, and on binds again', async () => {
  test.setTimeout(120_000)
  const [first, second] = [await signIn(), await signIn()]
  clock.moveTo(610)
  const instance = await startSite({ env: environment })
  const refreshed = boundCookieIn(await refresh(first, instance))
  expect((await ask('/app', `${first.long}; ${refreshed}`)).status).toBe(200)
  await instance.stop()
  const off = await startSite({ env: { ...environment, DEVICE_BINDING: 'off' } })
  try {
    expect((await ask('/app', second.long, { at: off })).status).toBe(200)
    expect(await (await refresh(second, off)).json()).toMatchObject({ continue: false })
    await expect.poll(() => bindingOf(first), { timeout: 20_000 }).toBeUndefined()
    const token = await world.google.idToken(second.email)
    expect((await postToken(off, token)).headers.has('secure-session-registration')).toBe(false)
  } finally {
    await off.stop()
  }
  for (const { long } of [first, second]) expect((await ask('/app', long)).status).toBe(200)
  expect(await (await refresh(first)).json()).toMatchObject({ continue: false })
  clock.moveTo(0)
  await signIn()
})
