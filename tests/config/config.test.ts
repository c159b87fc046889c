import { generateKeyPairSync } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isLoopback, parseSiteConfig } from '@/lib/config/config'
import { childEnvironment, parseServerConfig } from '@/lib/server/config'

const real = '{"apiKey":"AIzaExample","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'
const demo = '{"apiKey":"demo-key","projectId":"demo-door"}'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const minute = 60_000
const day = 24 * 60 * minute

test('an empty environment is valid, with sign-in not configured', () => {
  const { config, problems } = parseServerConfig({})
  expect(problems).toEqual([])
  expect(config).toMatchObject({
    public: {
      identity: null,
      emulatorUrl: null,
      analytics: null,
      tokenSync: { url: '/api/session', maxAgeSeconds: 300 },
    },
    identityProblem: 'is not set',
    session: {
      cookieName: '__session',
      keysUrl: 'https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys',
      lifetimeMs: 5 * day,
      graceMs: 14 * day,
      capMs: 30 * day,
    },
    origin: { siteUrl: null, trustedProxies: 0, addressHeader: null },
    logLevel: 'info',
    port: 3000,
    dataDir: '.data',
    databaseUrl: null,
    serviceAccount: null,
    shutdown: { delayMs: 5_000, timeoutMs: 10_000 },
  })
})

test('a service account key whose line breaks were escaped twice can sign', () => {
  const escaped = JSON.stringify({ private_key: privateKey.replaceAll('\n', '\\n') })
  const { config, problems } = parseServerConfig({ FIREBASE_SERVICE_ACCOUNT: escaped })
  expect([problems, config.serviceAccount?.private_key]).toEqual([[], privateKey])
})

test.each(['false', 'FALSE', 'no', 'off', 'disable', '0'])(
  'a database URL with ssl=%s means no TLS',
  (word) => {
    const driverReads = (query: string) => {
      const { config } = parseServerConfig({ DATABASE_URL: `postgres://u@h/d?${query}` })
      return new Client(config.databaseUrl ?? undefined).ssl
    }
    expect(driverReads(`ssl=${word}`)).toBe(false)
    expect(driverReads(`a=b&ssl=${word}&c=d`)).toBe(false)
    expect(driverReads(`a=b&ssl=true&c=${word}`)).toBe(true)
  },
)

test('settings have the given values', () => {
  const { config, problems } = parseServerConfig({
    FIREBASE_WEBAPP_CONFIG: real,
    GTAG_ID: 'G-ABC123',
    GTAG_CONSENT: 'basic',
    AUTH_TOKEN_MAX_AGE: '60',
    SITE_URL: 'https://www.example.com/',
    TRUSTED_PROXIES: '2',
    PORT: '8080',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ project_id: 'my-project', private_key: privateKey }),
  })
  expect(problems).toEqual([])
  expect(config).toMatchObject({
    public: {
      identity: { apiKey: 'AIzaExample', projectId: 'my-project', authDomain: 'my-project.firebaseapp.com' },
      analytics: { tagId: 'G-ABC123', consent: 'basic', urlPassthrough: false },
      tokenSync: { maxAgeSeconds: 60 },
    },
    identityProblem: null,
    origin: { siteUrl: 'https://www.example.com', trustedProxies: 2, addressHeader: null },
    port: 8080,
    serviceAccount: { project_id: 'my-project', private_key: privateKey },
  })
})

test('on Vercel the embedded database and the emulator are refused by name', () => {
  const { config, problems } = parseServerConfig({ VERCEL: '1', ...emulated })
  expect(problems.map(({ variable }) => variable)).toEqual(['DATABASE_URL', 'USE_AUTH_EMULATOR'])
  expect(config).toMatchObject({ hasProcess: false, hasFront: false, databasePoolSize: 2 })
})

const notConfigured: [settings: string, problem: string][] = [
  ['{}', 'has no apiKey'],
  ['{"projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":"","projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":7,"projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":"a:b","projectId":"my-project"}', 'has an apiKey with a colon'],
]

test.each(notConfigured)('%s disables sign-in, and the site starts', (settings, problem) => {
  const { config, problems } = parseSiteConfig({ FIREBASE_WEBAPP_CONFIG: settings })
  expect(problems).toEqual([])
  expect(config.public.identity).toBeNull()
  expect(config.identityProblem).toBe(problem)
})

test('the public configuration has only what browsers need of the identity settings', () => {
  const settings = '{"apiKey":"AIzaExample","projectId":"my-project","appId":"1:2:web:3","private":"x"}'
  const { config } = parseSiteConfig({ FIREBASE_WEBAPP_CONFIG: settings })
  expect(JSON.parse(JSON.stringify(config.public.identity))).toEqual({
    apiKey: 'AIzaExample',
    projectId: 'my-project',
  })
})

const emulated = { USE_AUTH_EMULATOR: 'true', FIREBASE_WEBAPP_CONFIG: demo }

const loopback = ['localhost', 'foo.localhost', 'a.b-c.localhost', '127.0.0.1', '127.255.0.3', '[::1]']
const others = [
  ...['evil.example?.localhost', '.localhost', 'localhost.', 'xlocalhost', 'localhost.evil.example', ''],
  ...['0.0.0.0', '127.0.0.1.evil.example', 'x127.0.0.1', '128.0.0.1'],
]

test('every name and address of this machine is loopback, and nothing else', () => {
  expect([...loopback, ...others].filter(isLoopback)).toEqual(loopback)
})

const configOf = (environment: Record<string, string>) => {
  const { config, problems } = parseServerConfig(environment)
  expect(problems).toEqual([])
  return config
}

test('the operator is public as set, without surrounding blanks, and otherwise unknown', () => {
  const unknown = { name: null, address: null, governingLaw: null, contactEmail: null }
  expect(configOf({}).public.operator).toEqual({ ...unknown, logDays: null, backupDays: null })
  const set = {
    ...{ OPERATOR_NAME: ' Exámple & Søns Ltd ', OPERATOR_ADDRESS: '1 Example Street, Exampletown' },
    ...{ GOVERNING_LAW: 'England and Wales', CONTACT_EMAIL: 'hello@example.com' },
    ...{ LOG_RETENTION_DAYS: '14', BACKUP_RETENTION_DAYS: '3650' },
  }
  expect(configOf(set).public.operator).toEqual({
    ...{ name: 'Exámple & Søns Ltd', address: '1 Example Street, Exampletown' },
    ...{ governingLaw: 'England and Wales', contactEmail: 'hello@example.com' },
    ...{ logDays: 14, backupDays: 3650 },
  })
})

test.each([
  ['a real project has none by default', { FIREBASE_WEBAPP_CONFIG: real }, []],
  ['a real project has the named ones', { FIREBASE_WEBAPP_CONFIG: real, SECOND_FACTORS: 'sms' }, ['sms']],
  ['the emulator has both by default', emulated, ['totp', 'sms']],
  ['the emulator has none with none', { ...emulated, SECOND_FACTORS: 'none' }, []],
])('second factors: %s', (_, environment, kinds) => {
  expect(configOf(environment).public.secondFactors).toEqual(kinds)
})

test.each<[Record<string, string>, string]>([
  [{}, 'json'],
  [{ K_SERVICE: 'foyer' }, 'gcp'],
  [{ CLOUD_RUN_JOB: 'backup' }, 'gcp'],
  [{ K_SERVICE: '' }, 'json'],
  [{ K_SERVICE: 'foyer', LOG_FORMAT: 'json' }, 'json'],
  [{ LOG_FORMAT: 'gcp' }, 'gcp'],
])('the log of %j has the format %s', (environment, format) => {
  expect(configOf(environment).logFormat).toBe(format)
})

test.each<[Record<string, string>, string | null]>([
  [{}, null],
  [{ FIREBASE_WEBAPP_CONFIG: real }, 'my-project'],
  [{ FIREBASE_WEBAPP_CONFIG: real, GOOGLE_CLOUD_PROJECT: '' }, 'my-project'],
  [{ FIREBASE_WEBAPP_CONFIG: real, GOOGLE_CLOUD_PROJECT: 'other' }, 'other'],
])('the traces of %j belong to the project %s', (environment, project) => {
  expect(configOf(environment).googleProject).toBe(project)
})

test('a child process gets our variables and the changes, but none of those that npm adds', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const own = { npm_lifecycle_event: 'start', GTAG_ID: 'G-TEST' }
  for (const [name, value] of Object.entries({ ...own, LOG_LEVEL: 'debug' })) vi.stubEnv(name, value)
  const environment = childEnvironment({ LOG_LEVEL: 'warn', PORT: '4000' })
  expect(environment).toMatchObject({ GTAG_ID: 'G-TEST', LOG_LEVEL: 'warn', PORT: '4000' })
  expect(Object.keys(environment).filter((name) => /^npm_/.test(name))).toEqual([])
})
