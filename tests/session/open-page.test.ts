/** An open, signed-in page: how often it polls and renews, and what it does when its session changes. */
import { expect, test, vi } from 'vitest'
import {
  due,
  fresh,
  goBack,
  gone,
  hear,
  isCovered,
  offline,
  openPacedPage,
  paced,
  page,
  pass,
  refuse,
  revoke,
  secondsOpen,
  silent,
  touch,
  untouched,
} from './paced-page'

openPacedPage()

const states = {
  live: {},
  'renewal due': { session: due },
  'expired, renewed': { session: gone, answerRenewal: renewed },
  'ended elsewhere': { session: gone, answerRenewal: refuse(401, '5', 'session-revoked') },
  'expired, site overloaded': { session: gone, answerRenewal: refuse(503) },
  'expired, site silent': { session: gone, answerRenewal: silent },
  'expired, provider silent': { session: gone, answerToken: silent },
  'expired, provider offline': { session: gone, answerToken: offline },
  'expired, user disabled': { session: gone, answerToken: revoke('USER_DISABLED') },
  'renewal due, token revoked': { session: due, answerToken: revoke('TOKEN_EXPIRED') },
  'another user': { session: { ...fresh, userId: 'grace' } },
  'no response': { answerSession: offline },
} satisfies Record<string, Partial<typeof paced>>

function renewed(): Response {
  paced.session = fresh
  return new Response(null, { status: 204 })
}

const events = {
  'a poll': () => undefined,
  Back: goBack,
  'a sign-in in another tab': () => hear('signed-in'),
  'a sign-out in another tab': () => hear('signed-out'),
  'an end in another tab': () => hear('ended'),
  'a deletion in another tab': () => hear('deleted'),
}

type Row = [event: keyof typeof events, state: keyof typeof states, outcome: string, left?: string]

const rows: Row[] = [
  ['a poll', 'live', 'shown'],
  ['a poll', 'renewal due', 'shown'],
  ['a poll', 'expired, renewed', 'shown'],
  ['a poll', 'no response', 'shown'],
  ['a poll', 'expired, site overloaded', 'covered'],
  ['a poll', 'expired, site silent', 'covered'],
  ['a poll', 'expired, provider silent', 'covered'],
  ['a poll', 'expired, provider offline', 'covered'],
  ['a poll', 'ended elsewhere', 'covered', 'reload'],
  ['a poll', 'another user', 'covered', 'reload'],
  ['a poll', 'expired, user disabled', 'covered', '/login?next=%2Fapp&notice=disabled'],
  ['a poll', 'renewal due, token revoked', 'covered', '/login?next=%2Fapp&notice=ended'],
  ['Back', 'live', 'shown'],
  ['Back', 'no response', 'covered'],
  ['Back', 'ended elsewhere', 'covered', 'reload'],
  ['Back', 'another user', 'covered', 'reload'],
  ['a sign-in in another tab', 'live', 'shown'],
  ['a sign-in in another tab', 'another user', 'covered', 'reload'],
  [
    'a sign-out in another tab',
    'ended elsewhere',
    'covered',
    '/login?next=%2Fapp&notice=signed-out-elsewhere',
  ],
  ['an end in another tab', 'ended elsewhere', 'covered', '/login?next=%2Fapp&notice=ended'],
  ['a deletion in another tab', 'ended elsewhere', 'covered', '/login?notice=deleted'],
]

test.each(rows)(
  'after %s with a session that is %s, a page in use is %s within ten seconds',
  async (...row) => {
    const [event, state, outcome, left = null] = row
    Object.assign(paced, states[state])
    events[event]()
    await pass(10)
    expect([isCovered() ? 'covered' : 'shown', paced.left]).toEqual([outcome, left])
    const isRevoked = state === 'expired, user disabled' || state === 'renewal due, token revoked'
    expect(paced.ends, 'the session of a revoked user is ended').toBe(isRevoked ? 1 : 0)
  },
)

test('a page polls each 7 s in use, each 55 s untouched, and at once at the next touch', async () => {
  await pass(60)
  expect(paced.polls).toEqual([7, 14, 21, 28, 35, 42, 49, 56])
  paced.polls = []
  await pass(200, untouched)
  expect(paced.polls).toEqual([63, 118, 173, 228])
  paced.polls = []
  await pass(20)
  expect(paced.polls).toEqual([260, 267, 274])
})

test('a hidden page polls nothing, and immediately once it is visible', async () => {
  page.visibilityState = 'hidden'
  await pass(60, untouched)
  expect(paced.polls).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(paced.polls).toEqual([60])
})

test.each(['pointerdown', 'keydown', 'scroll', 'focusin', 'input', 'visibilitychange'])(
  '%s counts as a touch',
  async (type) => {
    await pass(60, untouched)
    page.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(7_000)
    expect(paced.polls.filter((at) => at > 56)).toHaveLength(1)
  },
)

test.each([
  ['in use', 10, touch],
  ['idle', 60, untouched],
] as const)(
  'a page %s is covered %i seconds after its session has ended, at worst',
  async (_, within, use) => {
    paced.answerRenewal = silent
    await pass(60, use)
    // The worst moment: it has just polled.
    while (paced.polls.at(-1) !== secondsOpen()) await pass(1, use)
    expect(isCovered()).toBe(false)
    paced.session = gone
    await pass(within, use)
    expect(isCovered()).toBe(true)
  },
)

test('a page that Back restores polls again after five seconds if no response comes', async () => {
  await pass(60, untouched)
  // Then the next poll is a minute away.
  while (paced.polls.at(-1) !== secondsOpen()) await pass(1, untouched)
  paced.answerSession = silent
  goBack()
  paced.answerSession = null
  await pass(6, untouched)
  expect(isCovered()).toBe(false)
})

type Pauses = [what: string, session: object, answer: typeof silent, seconds: number, posts: number[]]

test.each<Pauses>([
  ['doubles its pauses from 30 s', due, refuse(503), 3600, [7, 42, 105, 231, 476, 959, 1925, 2891]],
  ['waits as long as a 429 says', due, refuse(429, '300'), 600, [7, 308]],
  ['waits as long as a 503 says', due, refuse(503, '300'), 600, [7, 308]],
  ['tries with each poll while offline', due, offline, 35, [7, 14, 21, 28, 35]],
  ['doubles its pauses while covered, too', gone, refuse(503), 600, [7, 37, 97, 217, 457]],
])('after a failed renewal a page %s', async (_, session, answer, seconds, posts) => {
  Object.assign(paced, { session, answerRenewal: answer })
  await pass(seconds)
  expect([paced.posts, isCovered()]).toEqual([posts, session === gone])
  paced.session = fresh
  await pass(5)
  expect(isCovered()).toBe(false)
})

test('back online, and after a renewal that succeeded, a page does not wait', async () => {
  Object.assign(paced, { session: due, answerRenewal: refuse(503) })
  await pass(10)
  window.dispatchEvent(new Event('online'))
  await pass(1)
  expect(paced.posts).toEqual([7, 10])
  paced.answerRenewal = () => new Response(null, { status: 204 })
  await pass(47)
  expect(paced.posts).toEqual([7, 10, 45, 52])
})
