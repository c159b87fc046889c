/** The cache of Firebase's files, with a mocked `fetch`; `firebase-files.own.spec` has a stand-in for the host. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublicConfig } from '@/lib/config/config'
import {
  type FirebaseFile,
  firebaseFileAt,
  readFirebaseFile,
  servesFirebaseFiles,
} from '@/lib/server/identity/firebase-files'

const settings = { apiKey: 'AIzaExample', projectId: 'my-project', authDomain: 'www.foyer.test' }

let hour = 0
let logged: string[] = []
let requests: { url: string; init: RequestInit }[] = []
let answer: (init: RequestInit) => Promise<Response> = async () => new Response('x')

vi.stubEnv('FIREBASE_WEBAPP_CONFIG', JSON.stringify(settings))

beforeEach(() => {
  logged = []
  requests = []
  answer = async () => new Response('x')
  // The log's clock must not go back between tests.
  hour += 1
  vi.useFakeTimers({ now: Date.UTC(2027, 0, 1, hour) })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return answer(init)
  })
  // The platform's own isn't by the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const abort = new AbortController()
    setTimeout(() => abort.abort(new DOMException('The request took too long', 'TimeoutError')), ms)
    return abort.signal
  })
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(String(line))
    return true
  })
  Reflect.deleteProperty(globalThis, Symbol.for('foyer.firebase-files'))
})

afterEach(async () => {
  // Flushes what the log has counted.
  await seconds(11)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const textOf = async (file: FirebaseFile) => {
  const content = await readFirebaseFile(file)
  return content && new TextDecoder().decode(content.body)
}
const failureLines = () => logged.filter((line) => line.includes('identity.proxy-failed"'))
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('concurrent requests fetch a file once; after ten minutes it is refreshed in the background', async () => {
  const many = await Promise.all(Array.from({ length: 50 }, () => textOf('auth/handler.js')))
  expect([new Set(many), requests.length]).toEqual([new Set(['x']), 1])
  expect(requests[0]).toMatchObject({
    url: 'https://my-project.firebaseapp.com/__/auth/handler.js',
    init: { redirect: 'manual', credentials: 'omit' },
  })
  expect(requests[0]?.init).not.toHaveProperty('headers')
  await minutes(9)
  await textOf('auth/handler.js')
  expect(requests).toHaveLength(1)
  answer = async () => new Response('newer')
  await minutes(2)
  expect(await textOf('auth/handler.js')).toBe('x')
  await seconds(0)
  expect([await textOf('auth/handler.js'), requests.length]).toEqual(['newer', 2])
})

/** Rejects, or breaks off the body, once the request is given up. */
const onAbort = ({ signal }: RequestInit, reject: (reason: unknown) => void) =>
  signal?.addEventListener('abort', () => reject(signal.reason))

const failures: [what: string, (init: RequestInit) => Promise<Response>][] = [
  ['returns an error', async () => new Response('', { status: 502 })],
  [
    'redirects',
    async () => new Response('', { status: 302, headers: { location: 'https://evil.example/' } }),
  ],
  ['never responds', (init) => new Promise((_, reject) => onAbort(init, reject))],
  [
    'never ends',
    async (init) => {
      const start = (body: ReadableStreamDefaultController) => onAbort(init, (reason) => body.error(reason))
      return new Response(new ReadableStream({ start }))
    },
  ],
  ['is unreachable', async () => Promise.reject(new TypeError('fetch failed'))],
]

describe.each(failures)('a host that %s', (_, fail) => {
  test('gets eight seconds, and is retried after five', async () => {
    answer = fail
    const answers: Promise<string | null>[] = []
    for (let second = 0; second < 60; second++) {
      answers.push(textOf('auth/iframe'))
      await seconds(1)
    }
    await seconds(7)
    expect(new Set(await Promise.all(answers))).toEqual(new Set([null]))
    expect(requests.length).toBeGreaterThanOrEqual(5)
    expect(requests.length).toBeLessThanOrEqual(12)
    expect(failureLines()[0]).toContain('"file":"auth/iframe"')
  })

  test('leaves a stale file in place', async () => {
    expect(await textOf('auth/links.js')).toBe('x')
    await minutes(11)
    answer = fail
    expect(await textOf('auth/links.js')).toBe('x')
    await seconds(8)
    expect(await textOf('auth/links.js')).toBe('x')
  })
})

const config: Pick<PublicConfig, 'identity' | 'emulatorUrl' | 'providers'> = {
  identity: settings,
  emulatorUrl: null,
  providers: ['google'],
}

const sites: [what: string, site: typeof config, origin: string | null, isServed: boolean][] = [
  ['the auth domain', config, 'https://www.foyer.test', true],
  ['the same behind a proxy that ends TLS', config, 'http://www.foyer.test', true],
  ['a domain above', config, 'https://foyer.test', false],
  ['another port', config, 'https://www.foyer.test:8443', false],
  ['no host at all', config, null, false],
  ['a site without other providers', { ...config, providers: [] }, 'https://www.foyer.test', false],
  ['the emulator', { ...config, emulatorUrl: 'http://127.0.0.1:9099' }, 'https://www.foyer.test', false],
  ['a site without sign-in', { ...config, identity: null }, 'https://www.foyer.test', false],
]

test.each(sites)('%s serves Firebase’s files or not', (_, site, origin, isServed) => {
  expect(servesFirebaseFiles(site, origin)).toBe(isServed)
})

test.each([
  ['/__/auth/handler', true],
  ['/__/auth/experiments.js', true],
  ['/__/firebase/init.json', true],
  ['/__/auth/', false],
  ['/__/auth/handler/', false],
  ['/__/auth/Handler', false],
  ['/__/auth/action', false],
  ['/auth/handler', false],
  ['/__/init.json', false],
])('%s is one of Firebase’s files: %s', (path, isFile) => {
  expect(firebaseFileAt(path) !== null).toBe(isFile)
})
