import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { checkSessionCookies, decidingCheck, sessionCookies } from '@/lib/session/cookies'
import type { SessionCheck } from '@/lib/session/token'

const projectId = 'demo-foyer'
const settings = {
  public: { identity: { projectId }, emulatorUrl: 'http://127.0.0.1:9' },
  session: { cookieName: '__session', keysUrl: 'http://127.0.0.1:9/keys' },
}
const nowSeconds = Math.floor(Date.now() / 1000)

function cookieOf(sub: string, exp = nowSeconds + 60): string {
  const iss = `https://session.firebase.google.com/${projectId}`
  return new UnsecuredJWT({ iss, aud: projectId, sub, auth_time: nowSeconds, iat: nowSeconds, exp }).encode()
}

const mine = cookieOf('me')

test.each([
  ['nothing', null, []],
  ['an empty header', '', []],
  ['other names', `session=${mine}; __session2=${mine}; x__session=${mine}; __SESSION=${mine}`, []],
  ['no value', '__session=; __session', []],
  ['one among others', `a=b; __session=${mine}; c`, [mine]],
  ['one twice', `__session=${mine};__session=${mine}`, [mine]],
  ['garbage first', `__session=garbage; __session=${mine}`, [mine, 'garbage']],
  ['a value with an equals sign', '__session=a=b', ['a=b']],
])('the cookies of a name are found in %s', (_, header, expected) => {
  expect(sessionCookies(header, '__session')).toEqual(expected)
})

test('no more than four are checked, however many come, and what looks like a token first', () => {
  const garbage = Array.from({ length: 300 }, (_, n) => `__session=garbage-${n}`)
  expect(sessionCookies([...garbage, `__session=${mine}`].join('; '), '__session')).toEqual([
    mine,
    'garbage-0',
    'garbage-1',
    'garbage-2',
  ])
})

test('each is checked by itself', async () => {
  const values = ['garbage', cookieOf('other', nowSeconds - 60), mine, 'a.b.c']
  const header = values.map((value) => `__session=${value}`).join('; ')
  const checked = await checkSessionCookies(header, settings)
  const statuses = new Map(checked.map(({ cookie, check }) => [cookie, check.status]))
  expect(values.map((value) => statuses.get(value))).toEqual(['invalid', 'expired', 'valid', 'invalid'])
  expect(decidingCheck(checked)).toMatchObject({ status: 'valid', session: { providerUserId: 'me' } })
})

test.each([
  [['invalid', 'valid'], 'valid'],
  [['unknown', 'valid'], 'valid'],
  [['expired', 'unknown'], 'unknown'],
  [['invalid', 'unknown'], 'unknown'],
  [['invalid', 'expired'], 'expired'],
  [['invalid'], 'invalid'],
  [[], 'absent'],
])('of cookies that are %j the request is %s', (statuses, expected) => {
  const checked = statuses.map((status) => ({ cookie: status, check: { status } as SessionCheck }))
  expect(decidingCheck(checked).status).toBe(expected)
})
