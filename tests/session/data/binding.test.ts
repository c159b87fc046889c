/** What a browser has to prove to bind a session, and to get its cookie again. */
import { inArray } from 'drizzle-orm'
import { NextResponse } from 'next/server'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordBinding } from '@/lib/server/database/bindings'
import { openDatabase, queryDatabase } from '@/lib/server/database/connection'
import type { SessionId } from '@/lib/server/database/ids'
import { bindingsSince, sessions } from '@/lib/server/database/schema/sessions'
import { findSessionById } from '@/lib/server/database/sessions'
import { offerBinding, refreshBinding, registerBinding } from '@/lib/server/session/binding'
import { isOnDevice, newBoundCookie, reportUnbound } from '@/lib/server/session/bound-cookie'
import { type Purpose, signValue } from '@/lib/server/session/signed-values'
import { newUuid } from '@/lib/uuid'
import { setUpEmbedded } from '../../database/setup'
import { createSession } from '../../database/store-fixtures'
import { boundCookieIn, challengeIn, createDevice, type Device, provedByRsa, unsigned } from '../device'

Object.assign(process.env, { DEVICE_BINDING: 'on', TRUSTED_PROXIES: '1' })
setUpEmbedded()
beforeAll(async () => void (await openDatabase()))

const client = { clientAddress: '198.18.0.1' }
const register = (proof: string) =>
  registerBinding(new Headers({ 'secure-session-response': `"${proof}"` }), client)
const refresh = (id: string, proof?: string) => {
  const sent = { 'sec-secure-session-id': `"${id}"`, ...(proof && { 'secure-session-response': proof }) }
  return refreshBinding(new Headers(sent), client)
}
const challenge = (sessionId: string, purpose: Purpose = 'binding', seconds = 600) =>
  signValue(purpose, { sessionId }, seconds)

/** The clock of the site stands this much later. */
function later(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

const open = () => createSession(`person-${crypto.randomUUID()}`, new Date())

async function bind(device?: Device) {
  const [id, key] = [await open(), device ?? (await createDevice())]
  const answer = await register(await key.prove(await challenge(id)))
  expect(answer.status).toBe(200)
  return { id, device: key, answer, cookie: boundCookieIn(answer) }
}

async function bindingOf(id: SessionId) {
  return (await findSessionById(id))?.binding ?? null
}

async function counts(id: SessionId, cookie: string) {
  const binding = await bindingOf(id)
  return binding !== null && isOnDevice(binding, cookie)
}

describe('an offer', () => {
  beforeAll(() => queryDatabase((queries) => queries.update(bindingsSince).set({ at: new Date(0) })))

  const https = { host: 'www.foyer.test', 'x-forwarded-proto': 'https' }
  test.each<[where: string, isOffered: boolean, headers: Record<string, string>]>([
    ['over https', true, https],
    ['over http', false, { host: 'www.foyer.test' }],
    ['at an address', false, { ...https, host: '198.18.0.1' }],
    ['at an IPv6 address', false, { ...https, host: '[2001:db8::1]' }],
    ['behind Firebase Hosting', false, { ...https, 'x-fh-requested-host': 'www.foyer.test' }],
    ['at a name of Firebase Hosting', false, { ...https, host: 'foyer.web.app' }],
  ])('%s is made: %s', async (_, isOffered, headers) => {
    const [response, sessionId] = [new NextResponse(null), await open()]
    await offerBinding(response, new Headers(headers), {
      value: '',
      openedAt: new Date(),
      sessionId,
      isBound: false,
    })
    const registration = response.headers.get('secure-session-registration')
    expect([...response.headers.keys()]).toEqual(isOffered ? ['secure-session-registration'] : [])
    if (isOffered)
      expect(registration).toMatch(/^\(ES256\);path="\/api\/session\/binding";challenge="[^"]+"$/)
  })
})

describe('registration', () => {
  test('tells the browser which cookie to refresh, where, and sets it', async () => {
    const { id, answer, cookie } = await bind()
    expect(await answer.json()).toEqual({
      session_identifier: id,
      refresh_url: '/api/session/binding/refresh',
      scope: { include_site: false, scope_specification: [] },
      credentials: [
        { type: 'cookie', name: '__Host-bound', attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax' },
      ],
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-bound=\S+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=540$/),
    ])
    expect(answer.headers.has('secure-session-challenge'), 'Chrome reports an error').toBe(false)
    expect(await counts(id, cookie)).toBe(true)
  })

  test('the same proof or key again is the same binding; another key replaces it until it is used', async () => {
    const { id, device, cookie } = await bind()
    const again = await register(await device.prove(await challenge(id)))
    expect([await counts(id, cookie), await counts(id, boundCookieIn(again))]).toEqual([true, true])
    const other = await createDevice()
    const replaced = await register(await other.prove(await challenge(id)))
    expect([await counts(id, cookie), await counts(id, boundCookieIn(replaced))]).toEqual([false, true])
    const binding = await bindingOf(id)
    if (binding) await recordBinding(binding, 'confirmedAt')
    const late = await register(await device.prove(await challenge(id)))
    expect([late.status, late.headers.getSetCookie()]).toEqual([409, []])
    expect(await counts(id, boundCookieIn(replaced))).toBe(true)
  })

  const forged: [what: string, proof: (id: SessionId, device: Device) => string | Promise<string>][] = [
    ['without a proof', () => ''],
    ['that is no token', () => 'a.b.c'],
    ['unsigned', async (id, { jwk }) => unsigned(await challenge(id), { alg: 'none', jwk })],
    ['with a cut signature', async (id, { jwk }) => unsigned(await challenge(id), { alg: 'ES256', jwk })],
    ['by RS256', async (id) => provedByRsa(await challenge(id))],
    ['of another type', async (id, { prove }) => prove(await challenge(id), { typ: 'JWT' })],
    ['without a key', async (id, { prove }) => prove(await challenge(id), { jwk: null })],
    [
      'with the key in the payload',
      async (id, { prove, jwk }) => prove(await challenge(id), { jwk: null, payload: { jwk, key: jwk } }),
    ],
    [
      'by another key than it shows',
      async (id, { prove }) => prove(await challenge(id), { jwk: (await createDevice()).jwk }),
    ],
    [
      'with a key that is no point of the curve',
      async (id, { prove, jwk }) => prove(await challenge(id), { jwk: { ...jwk, x: 'A'.repeat(43) } }),
    ],
    [
      'with a private key',
      async (id, { prove, jwk }) => prove(await challenge(id), { jwk: { ...jwk, d: 'AA' } }),
    ],
    ['with a challenge of its own', async (id, { prove }) => prove(id)],
    [
      'with the challenge of a refresh',
      async (id, { prove }) => prove(await challenge(id, 'binding-refresh')),
    ],
    ['with an old challenge', async (id, { prove }) => prove(await challenge(id, 'binding', -1))],
    ['for a session that isn’t there', async (_, { prove }) => prove(await challenge(newUuid()))],
  ]

  for (const [what, proof] of forged)
    test(`is refused ${what}, and nothing is bound`, async () => {
      const id = await open()
      const answer = await register(await proof(id, await createDevice()))
      expect([answer.status, await answer.json()]).toEqual([403, { code: 'binding-refused' }])
      expect([answer.headers.getSetCookie(), await bindingOf(id)]).toEqual([[], null])
    })
})

describe('a refresh', () => {
  /** As after a registration, the first starts with a challenge. */
  async function challenged(id: SessionId): Promise<string> {
    const answer = await refresh(id)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('secure-session-challenge')).toBe(`"${challengeIn(answer)}";id="${id}"`)
    return challengeIn(answer)
  }

  test('gives a new cookie for a proof, the next challenge, and keeps earlier cookies good', async () => {
    const { id, device, answer: bound, cookie } = await bind()
    const configuration = await bound.json()
    const proof = await device.prove(await challenged(id), { jwk: null })
    const answers = [await refresh(id, proof), await refresh(id, proof)]
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([200, configuration])
      const next = await device.prove(challengeIn(answer), { jwk: null })
      expect((await refresh(id, next)).status).toBe(200)
    }
    const cookies = [cookie, ...answers.map(boundCookieIn)]
    expect(new Set(cookies).size, 'Chrome takes the same value for no refresh').toBe(3)
    for (const each of cookies) expect(await counts(id, each)).toBe(true)
  })

  test('an hour later a challenge, and ten minutes later a cookie, is no longer good', async () => {
    const { id, device, cookie } = await bind()
    const proof = await device.prove(await challenged(id))
    later(590)
    expect(await counts(id, cookie)).toBe(true)
    later(20)
    expect(await counts(id, cookie)).toBe(false)
    later(2900)
    expect((await refresh(id, proof)).status).toBe(200)
    later(100)
    expect((await refresh(id, proof)).status).toBe(403)
  })

  const forged: [what: string, proof: (id: SessionId, device: Device) => string | Promise<string>][] = [
    ['that is no token', () => 'garbage'],
    [
      'unsigned',
      async (id, { jwk }) => unsigned(await challenge(id, 'binding-refresh'), { alg: 'none', jwk }),
    ],
    ['by RS256', async (id) => provedByRsa(await challenge(id, 'binding-refresh'))],
    ['of another type', async (id, { prove }) => prove(await challenged(id), { typ: 'JWT' })],
    ['by another key', async (id) => (await createDevice()).prove(await challenged(id))],
    ['with an old challenge', async (id, { prove }) => prove(await challenge(id, 'binding-refresh', -1))],
    ['with the challenge of a registration', async (id, { prove }) => prove(await challenge(id))],
    [
      'with the challenge of another session',
      async (_, { prove }) => prove(await challenged((await bind()).id)),
    ],
  ]

  for (const [what, proof] of forged)
    test(`with a proof ${what} gets no cookie, but a challenge`, async () => {
      const { id, device } = await bind()
      const answer = await refresh(id, await proof(id, device))
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
      const proved = await refresh(id, await device.prove(challengeIn(answer)))
      expect(proved.status).toBe(200)
    })

  test('of an unknown or unbound session ends the browser’s part, and deletes no cookie', async () => {
    for (const id of [newUuid(), await open(), 'garbage', '']) {
      const answer = await refresh(id)
      expect([answer.status, (await answer.json()).continue]).toEqual([200, false])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('a cookie counts for its own binding only, and not if it was changed', async () => {
    const [first, second] = [await bind(), await bind()]
    const [, value = ''] = first.cookie.split('=')
    const [expiresAt, ...rest] = value.split('.')
    const prolonged = `__Host-bound=${[Number(expiresAt) + 9, ...rest].join('.')}`
    for (const cookie of [
      second.cookie,
      prolonged,
      '__Host-bound=garbage',
      first.cookie.replace('Host', 'Other'),
    ])
      expect(await counts(first.id, cookie), cookie).toBe(false)
    expect(await counts(first.id, `a=b; ${second.cookie}; ${first.cookie}`)).toBe(true)
  })
})

test('a session that has ended is neither bound nor given its cookie again', async () => {
  const [{ id, device }, unbound] = [await bind(), await open()]
  const next = await device.prove(challengeIn(await refresh(id)))
  await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(inArray(sessions.id, [id, unbound])),
  )
  const registered = await register(await (await createDevice()).prove(await challenge(unbound)))
  expect([registered.status, registered.headers.getSetCookie()]).toEqual([403, []])
  const refreshed = await refresh(id, next)
  expect([(await refreshed.json()).continue, refreshed.headers.getSetCookie()]).toEqual([false, []])
})

test.each([
  ['another address of its /64', '2001:db8:0:1:ffff::2', 'session.unbound'],
  ['another /64', '2001:db8:0:2::1', 'session.stolen-cookie'],
])('a cookie without its device, whose bound value comes from %s', async (_, address, event) => {
  const { id } = await bind()
  const [binding, session] = [await bindingOf(id), await findSessionById(id)]
  if (!binding || !session) throw new Error('gone')
  const [cookie = ''] = newBoundCookie(binding, '2001:db8:0:1::1').split(';')
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  await reportUnbound(session, new Headers({ cookie, 'x-forwarded-for': address }))
  expect(write.mock.calls.join('')).toContain(`"event":"${event}"`)
})
