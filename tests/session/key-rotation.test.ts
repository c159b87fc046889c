import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigningKey, keySet, type SigningKey } from './key-server'
import { startKeySource, stopKeyServers } from './key-source'

const hourMs = 3_600_000

let first: SigningKey
let second: SigningKey
let third: SigningKey

beforeAll(async () => {
  first = await createSigningKey('first')
  second = await createSigningKey('second')
  third = await createSigningKey('third')
})

afterAll(stopKeyServers)

test('keys are kept for hours without another request', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  pass(6 * hourMs - 1)
  expect(await worth(first)).toBe('valid')
  expect(server.requests()).toBe(1)
})

test('keys older than six hours are renewed behind the visitor, whom they still serve', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  server.answerWith(keySet(second))
  pass(6 * hourMs)
  expect(await worth(first)).toBe('valid')
  await expect.poll(() => server.requests()).toBe(2)
  await expect.poll(() => worth(first)).toBe('invalid')
})

test('keys older than six hours serve on while their server is silent, and nobody waits for it', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  server.answerWith('silent')
  pass(48 * hourMs)
  const startedAt = performance.now()
  expect(await worth(first)).toBe('valid')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('a key server that is away is asked for a renewal at most once in thirty seconds', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  server.answerWith({ status: 503, body: '' })
  pass(7 * hourMs)
  for (let round = 0; round < 5; round++) expect(await worth(first)).toBe('valid')
  await expect.poll(() => server.requests()).toBe(2)
  pass(29_999)
  await worth(first)
  expect(server.requests()).toBe(2)
  pass(1)
  await worth(first)
  await expect.poll(() => server.requests()).toBe(3)
})

test('a key that is new is fetched at once', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  server.answerWith(keySet(first, second))
  pass(30_000)
  expect(await worth(second)).toBe('valid')
  expect(await worth(first)).toBe('valid')
  expect(server.requests()).toBe(2)
})

test('unknown keys make at most one request in thirty seconds, or strangers could flood the key server', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  pass(30_000)
  for (let round = 0; round < 5; round++) expect(await worth(third)).toBe('invalid')
  expect(server.requests()).toBe(2)
  pass(29_999)
  expect(await worth(third)).toBe('invalid')
  expect(server.requests()).toBe(2)
  pass(1)
  expect(await worth(third)).toBe('invalid')
  expect(server.requests()).toBe(3)
})

test('an unknown key is invalid only if the key server was heard', async () => {
  const { server, worth, pass } = await startKeySource(keySet(first))
  await worth(first)
  server.answerWith({ status: 500, body: '' })
  pass(30_000)
  expect(await worth(third)).toBe('unknown')
  expect(await worth(third)).toBe('unknown')
  expect(await worth(first)).toBe('valid')
  server.answerWith(keySet(first, third))
  pass(30_000)
  expect(await worth(third)).toBe('valid')
})
