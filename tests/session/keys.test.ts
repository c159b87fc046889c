import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigningKey, type KeyServerAnswer, keySet, type SigningKey } from './key-server'
import { startKeySource, stopKeyServers } from './key-source'

const hourMs = 3_600_000

let first: SigningKey
let second: SigningKey

beforeAll(async () => {
  first = await createSigningKey('first')
  second = await createSigningKey('second')
})

afterAll(stopKeyServers)

const uselessAnswers: [name: string, answer: KeyServerAnswer][] = [
  ['answers 500', { status: 500, body: '{"error":"internal"}' }],
  ['answers 500 with keys', { status: 500, body: '{"keys":[]}' }],
  ['answers 404', { status: 404, body: 'Not found' }],
  ['answers nothing', { body: '' }],
  ['answers a web page', { body: '<!doctype html><title>Wi-Fi login</title>' }],
  ['answers another JSON', { body: '{"keys":"none"}' }],
  ['answers null', { body: 'null' }],
  ['answers a list', { body: '[]' }],
  ['answers an empty set', { body: '{"keys":[]}' }],
  ['answers keys that are none', { body: '{"keys":[1,null]}' }],
  ['never answers', 'silent'],
]

test.concurrent.each(uselessAnswers)(
  'a key server that %s says nothing about a token',
  async (_name, answer) => {
    const { server, worth, pass } = await startKeySource(answer)
    expect(await worth(first)).toBe('unknown')
    server.answerWith(keySet(first))
    pass(5_000)
    expect(await worth(first)).toBe('valid')
  },
  10_000,
)

test.concurrent.each(uselessAnswers)(
  'a key server that later %s takes no key away',
  async (_name, answer) => {
    const { server, worth, pass } = await startKeySource(keySet(first))
    expect(await worth(first)).toBe('valid')
    server.answerWith(answer)
    pass(7 * hourMs)
    expect(await worth(first)).toBe('valid')
    expect(await worth(second)).toBe('unknown')
    pass(7 * hourMs)
    expect(await worth(first)).toBe('valid')
  },
  10_000,
)

test.concurrent.each(uselessAnswers)(
  'a key server that %s gives no keys, is not asked again at once, and keeps those there were',
  async (_name, answer) => {
    const { server, hasKeys, pass } = await startKeySource(answer)
    expect(await Promise.all([hasKeys(), hasKeys()])).toEqual([false, false])
    server.answerWith(keySet(first))
    expect([await hasKeys(), server.requests()]).toEqual([false, 1])
    pass(5_000)
    expect(await hasKeys()).toBe(true)
    server.answerWith(answer)
    pass(7 * hourMs)
    expect([await hasKeys(), server.requests()]).toEqual([true, 2])
  },
  10_000,
)

test('keys in an answer that is an error are not believed', async () => {
  const { body } = keySet(first)
  const { worth } = await startKeySource({ status: 500, body })
  expect(await worth(first)).toBe('unknown')
})

test('while no key was ever had, the key server is asked at most once in five seconds', async () => {
  const { server, worth, pass } = await startKeySource({ status: 500, body: '' })
  for (let round = 0; round < 5; round++) expect(await worth(first)).toBe('unknown')
  expect(server.requests()).toBe(1)
  pass(4_999)
  expect(await worth(first)).toBe('unknown')
  expect(server.requests()).toBe(1)
  pass(1)
  expect(await worth(first)).toBe('unknown')
  expect(server.requests()).toBe(2)
})

test('a hundred checks at once make one request', async () => {
  const { server, worth } = await startKeySource(keySet(first))
  const all = await Promise.all(Array.from({ length: 100 }, () => worth(first)))
  expect(new Set(all)).toEqual(new Set(['valid']))
  expect(server.requests()).toBe(1)
})

test('a hundred checks at once make one request also when it fails', async () => {
  const { server, worth } = await startKeySource({ status: 500, body: '' })
  const all = await Promise.all(Array.from({ length: 100 }, () => worth(first)))
  expect(new Set(all)).toEqual(new Set(['unknown']))
  expect(server.requests()).toBe(1)
})
