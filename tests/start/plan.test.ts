/** What a start runs and what it refuses. */
import { createServer } from 'node:net'
import { beforeEach, expect, test, vi } from 'vitest'
import { makePlan, requireFreePorts } from '../../scripts/start/plan'
import { hasIpv6, reservePort } from '../support/ports'

beforeEach(() => {
  for (const name of [
    'HOST',
    'FIREBASE_WEBAPP_CONFIG',
    'USE_AUTH_EMULATOR',
    'SITE_URL',
    'GTAG_ID',
    'SESSION_LIFETIME',
  ])
    vi.stubEnv(name, undefined)
  vi.stubEnv('NODE_ENV', 'test')
  vi.stubEnv('PORT', '3123')
  vi.stubEnv('AUTH_EMULATOR_URL', 'http://127.0.0.1:9123')
  return () => vi.unstubAllEnvs()
})

test('without settings the site and the Auth emulator start, for this machine only', async () => {
  const { url, address, emulator, settings } = await makePlan('start')
  expect(address).toEqual({ host: '127.0.0.1', port: 3123 })
  expect(emulator?.projectId).toBe('demo-foyer')
  // Where browsers allow passkeys; of the same name, as they keep separate storage for each.
  expect([url.origin, emulator?.url.origin]).toEqual(['http://localhost:3123', 'http://localhost:9123'])
  expect(settings).toMatchObject({
    AUTH_EMULATOR_URL: 'http://localhost:9123',
    FIREBASE_WEBAPP_CONFIG: expect.stringContaining('"authDomain":"localhost"'),
  })
})

const real = { FIREBASE_WEBAPP_CONFIG: '{"apiKey":"some-key","projectId":"some-project"}' }

test.each<[settings: Record<string, string>, url: string, host: string | null, emulator?: string]>([
  [{ SITE_URL: 'http://127.0.0.1:3123' }, 'http://127.0.0.1:3123', '127.0.0.1', 'http://127.0.0.1:9123'],
  [{ SITE_URL: 'http://[::1]:3123' }, 'http://[::1]:3123', '::1', 'http://[::1]:9123'],
  [{ SITE_URL: 'https://www.example.com' }, 'http://localhost:3123', '127.0.0.1', 'http://localhost:9123'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:3123', '0.0.0.0', 'http://localhost:9123'],
  [{ NODE_ENV: 'production' }, 'http://localhost:3123', null],
  [real, 'http://localhost:3123', null],
  [{ ...real, HOST: '::1' }, 'http://[::1]:3123', '::1'],
])(
  'with %j the site is at %s, listens at %s, and the emulator is at %s',
  async (settings, at, host, other) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const { url, address, emulator } = await makePlan('start')
    expect([url.origin, address.host, emulator?.url.origin]).toEqual([at, host, other])
  },
)

test('the site and the emulator can’t share a port', async () => {
  vi.stubEnv('AUTH_EMULATOR_URL', 'http://127.0.0.1:3123')
  await expect(makePlan('start')).rejects.toThrow('PORT and AUTH_EMULATOR_URL name the same port, 3123')
})

test('the embedded emulator is for this machine only', async () => {
  vi.stubEnv('AUTH_EMULATOR_URL', 'http://0.0.0.0:9099')
  await expect(makePlan('start')).rejects.toThrow('AUTH_EMULATOR_URL must be on this machine')
})

test('a wrong configuration stops the start and names every variable without its value', async () => {
  const wrong = { PORT: 'secret-1', SESSION_LIFETIME: 'secret-2', GTAG_ID: 'secret-3', SITE_URL: 'secret-4' }
  for (const [name, value] of Object.entries(wrong)) vi.stubEnv(name, value)
  const problem: Error = await makePlan('start').catch((error) => error)
  for (const name of Object.keys(wrong)) expect(problem.message).toContain(name)
  expect(problem.message).not.toContain('secret')
})

test.each(['127.0.0.1', ...(hasIpv6() ? ['::1'] : [])])(
  'a port in use at %s stops the start, which names the port and its setting',
  async (host) => {
    const port = await reservePort()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, host, resolve))
    vi.stubEnv('PORT', String(port))
    await expect(requireFreePorts(await makePlan('start'))).rejects.toThrow(
      new RegExp(`Port ${port} of localhost, for the site, is in use.* PORT`),
    )
    vi.stubEnv('PORT', String(await reservePort()))
    vi.stubEnv('AUTH_EMULATOR_URL', `http://127.0.0.1:${port}`)
    await expect(requireFreePorts(await makePlan('start'))).rejects.toThrow(
      new RegExp(`Port ${port} of localhost, for the Auth emulator, is in use.* AUTH_EMULATOR_URL`),
    )
    server.close()
  },
)
