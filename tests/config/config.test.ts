import { expect, test } from 'vitest'
import { isLoopback, parseSiteConfig } from '@/lib/config/config'
import { parseServerConfig } from '@/lib/server/config'

const real = '{"apiKey":"AIzaExample","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'
const demo = '{"apiKey":"demo-key","projectId":"demo-door"}'
const minute = 60_000
const day = 24 * 60 * minute

const variablesOf = (environment: Record<string, string>) =>
  parseServerConfig(environment).problems.map(({ variable }) => variable)

test('an empty environment is right, and sign-in is then not configured', () => {
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
    origin: { siteUrl: null, trustedProxies: 0 },
    logLevel: 'info',
    port: 3000,
    dataDir: '.data',
    databaseUrl: null,
    serviceAccount: null,
    shutdown: { delayMs: 5_000, timeoutMs: 10_000 },
  })
})

test('what is set is what is used', () => {
  const { config, problems } = parseServerConfig({
    FIREBASE_WEBAPP_CONFIG: real,
    GTAG_ID: 'G-ABC123',
    GTAG_CONSENT: 'basic',
    AUTH_TOKEN_MAX_AGE: '60',
    SITE_URL: 'https://www.example.com/',
    TRUSTED_PROXIES: '2',
    PORT: '8080',
    FIREBASE_SERVICE_ACCOUNT: '{"project_id":"my-project"}',
  })
  expect(problems).toEqual([])
  expect(config).toMatchObject({
    public: {
      identity: { apiKey: 'AIzaExample', projectId: 'my-project', authDomain: 'my-project.firebaseapp.com' },
      analytics: { tagId: 'G-ABC123', consent: 'basic', urlPassthrough: false },
      tokenSync: { maxAgeSeconds: 60 },
    },
    identityProblem: null,
    origin: { siteUrl: 'https://www.example.com', trustedProxies: 2 },
    port: 8080,
    serviceAccount: { project_id: 'my-project' },
  })
})

const notConfigured: [settings: string, problem: string][] = [
  ['{}', 'has no apiKey'],
  ['{"projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":"","projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":7,"projectId":"my-project"}', 'has no apiKey'],
  ['{"apiKey":"a:b","projectId":"my-project"}', 'has an apiKey with a colon'],
]

test.each(notConfigured)('%s leaves sign-in off, and the site starts', (settings, problem) => {
  const { config, problems } = parseSiteConfig({ FIREBASE_WEBAPP_CONFIG: settings })
  expect(problems).toEqual([])
  expect(config.public.identity).toBeNull()
  expect(config.identityProblem).toBe(problem)
})

test('the public configuration has nothing of the settings object but what a browser needs', () => {
  const settings = '{"apiKey":"AIzaExample","projectId":"my-project","appId":"1:2:web:3","private":"x"}'
  const { config } = parseSiteConfig({ FIREBASE_WEBAPP_CONFIG: settings })
  expect(JSON.parse(JSON.stringify(config.public.identity))).toEqual({
    apiKey: 'AIzaExample',
    projectId: 'my-project',
  })
})

test('other providers need an auth domain', () => {
  const FIREBASE_WEBAPP_CONFIG = '{"apiKey":"AIzaExample","projectId":"my-project"}'
  const { problems } = parseSiteConfig({ FIREBASE_WEBAPP_CONFIG, AUTH_PROVIDERS: 'google' })
  expect(problems.map(({ variable }) => variable)).toEqual(['FIREBASE_WEBAPP_CONFIG'])
})

test('a captcha is for the real provider alone: the emulator asks for none', () => {
  const recaptchaOf = (environment: Record<string, string>) =>
    parseSiteConfig({ ...environment, RECAPTCHA: 'true' }).config.public.recaptcha
  expect(recaptchaOf({ FIREBASE_WEBAPP_CONFIG: real })).toBe(true)
  expect(recaptchaOf(emulated)).toBe(false)
})

const emulated = { USE_AUTH_EMULATOR: 'true', FIREBASE_WEBAPP_CONFIG: demo }

const interlockCases: [name: string, environment: Record<string, string>, problems: string[]][] = [
  ['on this machine', emulated, []],
  ['at another port', { ...emulated, AUTH_EMULATOR_URL: 'http://localhost:9199' }, []],
  ['over https', { ...emulated, AUTH_EMULATOR_URL: 'https://127.0.0.1:9099' }, []],
  ['by IPv6', { ...emulated, AUTH_EMULATOR_URL: 'http://[::1]:9099' }, []],
  ['on another machine', { ...emulated, AUTH_EMULATOR_URL: 'http://10.0.0.7:9099' }, ['AUTH_EMULATOR_URL']],
  ['on all addresses', { ...emulated, AUTH_EMULATOR_URL: 'http://0.0.0.0:9099' }, ['AUTH_EMULATOR_URL']],
  [
    'with a loopback name before an at sign',
    { ...emulated, AUTH_EMULATOR_URL: 'http://127.0.0.1@evil.example' },
    ['AUTH_EMULATOR_URL'],
  ],
  ['by ftp', { ...emulated, AUTH_EMULATOR_URL: 'ftp://127.0.0.1:9099' }, ['AUTH_EMULATOR_URL']],
  ['with a real project', { ...emulated, FIREBASE_WEBAPP_CONFIG: real }, ['FIREBASE_WEBAPP_CONFIG']],
  ['without a project', { USE_AUTH_EMULATOR: 'true' }, ['FIREBASE_WEBAPP_CONFIG']],
  [
    'elsewhere with a real project',
    { USE_AUTH_EMULATOR: 'true', FIREBASE_WEBAPP_CONFIG: real, AUTH_EMULATOR_URL: 'http://evil.example' },
    ['AUTH_EMULATOR_URL', 'FIREBASE_WEBAPP_CONFIG'],
  ],
  ['and the SDK told of the same', { ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, []],
  [
    'and the SDK told of another',
    { ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9199' },
    ['FIREBASE_AUTH_EMULATOR_HOST'],
  ],
]

test.each(interlockCases)('emulator mode %s', (_name, environment, problems) => {
  expect(variablesOf(environment)).toEqual(problems)
})

test.each([real, demo])('without emulator mode nobody may tell the SDK of an emulator: %s', (settings) => {
  const environment = { FIREBASE_WEBAPP_CONFIG: settings, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(variablesOf(environment)).toEqual(['FIREBASE_AUTH_EMULATOR_HOST'])
  expect(variablesOf({ ...environment, FIREBASE_AUTH_EMULATOR_HOST: '' })).toEqual([])
})

test('the emulator has its address in emulator mode, and in no other, whatever is set', () => {
  const environment = { FIREBASE_WEBAPP_CONFIG: demo, AUTH_EMULATOR_URL: 'http://127.0.0.1:9199/path' }
  expect(parseSiteConfig(environment).config.public.emulatorUrl).toBeNull()
  const mode = { ...environment, USE_AUTH_EMULATOR: 'true' }
  expect(parseSiteConfig(mode).config.public.emulatorUrl).toBe('http://127.0.0.1:9199')
})

const durations: [text: string, ms: number][] = [
  ['300s', 300_000],
  ['90m', 90 * minute],
  ['12h', day / 2],
  ['5d', 5 * day],
  ['1.5d', 1.5 * day],
  ['2w', 14 * day],
]

test.each(durations)('a lifetime of %s is %d ms', (text, lifetimeMs) => {
  const { config, problems } = parseServerConfig({ SESSION_LIFETIME: text })
  expect(problems).toEqual([])
  expect(config.session.lifetimeMs).toBe(lifetimeMs)
})

test.each(['299s', '4m', '0s', '15d', '14.1d'])('a lifetime of %s is not one Firebase gives', (text) => {
  expect(variablesOf({ SESSION_LIFETIME: text })).toEqual(['SESSION_LIFETIME'])
})

test.each(['SHUTDOWN_DELAY', 'SHUTDOWN_TIMEOUT'])('%s is ten minutes at most', (variable) => {
  expect(variablesOf({ [variable]: '10m' })).toEqual([])
  expect(variablesOf({ [variable]: '11m' })).toEqual([variable])
  expect(variablesOf({ [variable]: 'soon' })).toEqual([variable])
})

const loopbackCases: [hostname: string, isOurs: boolean][] = [
  ['localhost', true],
  ['foo.localhost', true],
  ['a.b-c.localhost', true],
  ['evil.example?.localhost', false],
  ['.localhost', false],
  ['localhost.', false],
  ['xlocalhost', false],
  ['127.0.0.1', true],
  ['127.255.0.3', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['127.0.0.1.evil.example', false],
  ['x127.0.0.1', false],
  ['localhost.evil.example', false],
  ['128.0.0.1', false],
  ['', false],
]

test.each(loopbackCases)('%j is this machine: %s', (hostname, isOurs) => {
  expect(isLoopback(hostname)).toBe(isOurs)
})
