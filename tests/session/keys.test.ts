import { setTimeout as delay } from 'node:timers/promises'
import { errors, jwtVerify } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createKeySource, KeysUnavailable } from '@/lib/session/token'
import {
  createSigningKey,
  type KeyServerAnswer,
  keySet,
  type SigningKey,
  signWith,
  startKeyServer,
} from './key-server'

const hourMs = 3_600_000

let first: SigningKey
let second: SigningKey
const servers: Awaited<ReturnType<typeof startKeyServer>>[] = []

beforeAll(async () => {
  first = await createSigningKey('first')
  second = await createSigningKey('second')
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A new source and its key server. `check` says what a token of a key is then. */
async function startKeySource(answer: KeyServerAnswer) {
  // A source waits three seconds for an answer.
  const server = await startKeyServer(answer, () => void vi.advanceTimersByTime(3_000))
  servers.push(server)
  const source = createKeySource(server.url)
  const check = async (key: SigningKey) => {
    const token = await signWith(key, { sub: 'user-1' })
    return jwtVerify(token, source.find, { algorithms: ['RS256'] }).then(
      () => 'valid' as const,
      (error: unknown) => {
        if (error instanceof KeysUnavailable) return 'unknown'
        if (error instanceof errors.JWKSNoMatchingKey) return 'invalid'
        throw error
      },
    )
  }
  return { server, check, hasKeys: source.hasKeys }
}

const faults: [what: string, answer: KeyServerAnswer][] = [
  ['answers 500', { status: 500, body: '{"error":"internal"}' }],
  ['answers nothing', { body: '' }],
  ['answers a web page', { body: '<!doctype html><title>Wi-Fi login</title>' }],
  ['answers another JSON', { body: '{"keys":"none"}' }],
  ['answers an empty set', { body: '{"keys":[]}' }],
  ['answers keys that are none', { body: '{"keys":[1,null]}' }],
  ['never answers', 'silent'],
]

test.each(faults)(
  'a key server that %s says nothing about a token, and takes no key away',
  async (_, answer) => {
    const { server, check, hasKeys } = await startKeySource(answer)
    const checks = Array.from({ length: 50 }, () => check(first))
    expect(new Set(await Promise.all([hasKeys(), ...checks]))).toEqual(new Set([false, 'unknown']))
    server.answerWith(keySet(first))
    expect([await hasKeys(), await check(first), server.requests()]).toEqual([false, 'unknown', 1])
    pass(5_000)
    expect([await hasKeys(), await check(first), server.requests()]).toEqual([true, 'valid', 2])
    server.answerWith(answer)
    for (const age of [7 * hourMs, 41 * hourMs]) {
      pass(age)
      expect([await hasKeys(), await check(first), await check(second)]).toEqual([true, 'valid', 'unknown'])
    }
    expect(server.requests()).toBe(4)
  },
)

test('a hundred concurrent checks make one request', async () => {
  const { server, check } = await startKeySource(keySet(first))
  const all = await Promise.all(Array.from({ length: 100 }, () => check(first)))
  expect([new Set(all), server.requests()]).toEqual([new Set(['valid']), 1])
})

type Step = [
  afterMs: number,
  key: 'first' | 'second',
  status: string,
  requests: number,
  next?: () => KeyServerAnswer,
]

const unavailable = () => ({ status: 503, body: '' })
const both = () => keySet(first, second)

/** After each step the server may change its answer. */
const histories: [what: string, answer: () => KeyServerAnswer, steps: Step[]][] = [
  [
    'keys are kept for hours without another request',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1],
      [6 * hourMs - 1, 'first', 'valid', 1],
    ],
  ],
  [
    'keys older than six hours are refreshed in the background and still serve that visitor',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1, () => keySet(second)],
      [6 * hourMs, 'first', 'valid', 2],
      [0, 'first', 'invalid', 2],
    ],
  ],
  [
    'a key server that is away is asked for a refresh at most once in thirty seconds',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1, unavailable],
      [7 * hourMs, 'first', 'valid', 2],
      [29_999, 'first', 'valid', 2],
      [1, 'first', 'valid', 3],
    ],
  ],
  [
    'a new key is fetched immediately',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1, both],
      [30_000, 'second', 'valid', 2],
      [0, 'first', 'valid', 2],
    ],
  ],
  [
    'unknown keys make at most one request in thirty seconds, or strangers could flood the key server',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1],
      [29_999, 'second', 'invalid', 1],
      [1, 'second', 'invalid', 2],
      [29_999, 'second', 'invalid', 2],
      [1, 'second', 'invalid', 3],
    ],
  ],
  [
    'an unknown key is invalid only if the key server answered',
    () => keySet(first),
    [
      [0, 'first', 'valid', 1, unavailable],
      [30_000, 'second', 'unknown', 2],
      [0, 'second', 'unknown', 2],
      [0, 'first', 'valid', 2, both],
      [30_000, 'second', 'valid', 3],
    ],
  ],
  [
    'without any key the server is asked at most once in five seconds, and keys in an error are not believed',
    () => ({ ...keySet(first), status: 500 }),
    [
      [0, 'first', 'unknown', 1],
      [4_999, 'first', 'unknown', 1],
      [1, 'first', 'unknown', 2],
    ],
  ],
]

test.each(histories)('%s', async (_, answer, steps) => {
  const { server, check } = await startKeySource(answer())
  for (const [afterMs, key, status, requests, next] of steps) {
    pass(afterMs)
    const signer = key === 'first' ? first : second
    await expectSoon(() => check(signer), status)
    await expectSoon(server.requests, requests)
    // A request too many arrives a moment later.
    await delay(20)
    expect(server.requests()).toBe(requests)
    if (next) server.answerWith(next())
  }
})

/** A refresh in the background takes a moment; `expect.poll` would move the clock. */
async function expectSoon<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  let found = await read()
  for (let tries = 0; tries < 200 && found !== expected; tries += 1) {
    await delay(5)
    found = await read()
  }
  expect(found).toBe(expected)
}
