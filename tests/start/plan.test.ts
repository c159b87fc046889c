/** What a start runs and what it refuses. */
import { createServer } from 'node:net'
import { beforeEach, expect, test, vi } from 'vitest'
import { embeddedMark } from '@/lib/config/embedded'
import { makePlan, requireFreePorts } from '../../scripts/start/plan'
import { hasIpv6, reservePort } from '../support/port'

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
  const plan = await makePlan('start')
  expect(plan).toMatchObject({
    site: { address: { host: '127.0.0.1', port: 3123 }, forwardedFrom: '::1' },
    emulator: { projectId: 'demo-foyer' },
    warning: null,
  })
  // Where browsers allow passkeys; of the same name, as they keep separate storage for each.
  expect(plan.site.url.origin).toBe('http://localhost:3123')
  expect(plan.emulator?.url.origin).toBe('http://localhost:9123')
  expect(plan.site.settings).toMatchObject({
    AUTH_EMULATOR_URL: 'http://localhost:9123',
    FIREBASE_WEBAPP_CONFIG: expect.stringContaining('"authDomain":"localhost"'),
    ...embeddedMark,
  })
})

test.each([
  ['http://127.0.0.1:3123', '127.0.0.1', null],
  ['http://localhost:3123', 'localhost', '::1'],
  ['https://www.example.com', 'localhost', '::1'],
])('with SITE_URL=%s the site and the emulator are at %s', async (siteUrl, name, forwardedFrom) => {
  vi.stubEnv('SITE_URL', siteUrl)
  const { site, emulator } = await makePlan('start')
  expect(site).toMatchObject({ address: { host: '127.0.0.1' }, forwardedFrom })
  expect([site.url.hostname, emulator?.url.hostname]).toEqual([name, name])
})

test('HOST sets the address, and the name stays localhost', async () => {
  vi.stubEnv('HOST', '0.0.0.0')
  const { site } = await makePlan('start')
  expect(site).toMatchObject({ address: { host: '0.0.0.0', port: 3123 }, forwardedFrom: null })
  expect(site.url.origin).toBe('http://localhost:3123')
})

test('in production no emulator replaces a missing identity provider', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const { emulator, warning } = await makePlan('start')
  expect(emulator).toBeNull()
  expect(warning).toContain('Sign-in is not configured: FIREBASE_WEBAPP_CONFIG is not set')
})

test('with an identity provider the site starts alone, on all interfaces', async () => {
  vi.stubEnv('FIREBASE_WEBAPP_CONFIG', '{"apiKey":"some-key","projectId":"some-project"}')
  vi.stubEnv('AUTH_EMULATOR_URL', undefined)
  expect(await makePlan('start')).toMatchObject({
    site: { address: { host: null }, forwardedFrom: null, settings: {} },
    emulator: null,
    warning: null,
  })
})

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
