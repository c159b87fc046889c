import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseSiteConfig, siteSettings } from '@/lib/config/config'
import { describeProblems } from '@/lib/config/settings'
import { parseServerConfig, serverSettings } from '@/lib/server/config'

const identity = '{"apiKey":"AIzaExample","projectId":"my-project","authDomain":"www.example.com"}'
const secret = 'hunter2 is the secret'
const pem = {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
} as const

/** Each variable with values it must not take. */
const wrongValues: Record<string, string[]> = {
  FIREBASE_WEBAPP_CONFIG: [
    '{"apiKey":',
    secret,
    '[]',
    'null',
    '"text"',
    '7',
    '{"apiKey":"AIzaExample"}',
    '{"apiKey":"a","projectId":"b","authDomain":"c d; script-src *"}',
  ],
  AUTH_PROVIDERS: ['google,myspace', 'Google', ',', secret],
  PASSKEYS: ['no', '0', secret],
  RECAPTCHA: ['yes', 'enforce', secret],
  USE_AUTH_EMULATOR: ['yes', '1', 'TRUE', ' true', secret],
  AUTH_EMULATOR_URL: ['127.0.0.1:9099', 'ftp://127.0.0.1:9099', 'http://', secret],
  SECOND_FACTORS: ['totp,email', 'TOTP', ',', secret],
  GTAG_ID: ['G_123', 'g-123', '<script>', secret],
  GTAG_CONSENT: ['none', 'Basic', secret],
  GTAG_URL_PASSTHROUGH: ['yes', '1', secret],
  AUTH_TOKEN_SYNC_URL: [
    '//evil.example',
    '/\\evil.example',
    'api/session',
    'javascript:alert(1)',
    'https://evil.example/api/session',
    '/session',
    '/api/sessions',
    '/api/session/',
    'null/api/session',
    secret,
  ],
  AUTH_TOKEN_MAX_AGE: ['5m', '-1', '1.5', '1e3', '9999999999', secret],
  SESSION_COOKIE_NAME: ['a b', 'a;b', 'a=b', secret],
  SESSION_KEYS_URL: ['file:///etc/passwd', 'keys', secret],
  SITE_URL: ['www.example.com', 'ftp://example.com', 'https://', secret],
  PASSKEY_RP_ID: ['https://example.com', 'example.com:443', '.example.com', 'a b', secret],
  TRUSTED_PROXIES: ['one', '-1', secret],
  CLIENT_ADDRESS_HEADER: ['x forwarded', 'x:y', secret],
  CRON_SECRET: ['short'],
  DEVICE_BINDING: ['true', 'no', 'ON', secret],
  FRONT: ['true', 'no', 'OFF', secret],
  LOG_LEVEL: ['verbose', 'INFO', secret],
  LOG_FORMAT: ['text', 'GCP', 'google', secret],
  HOST: ['a b', 'http://127.0.0.1', '127.0.0.1/8', secret],
  PORT: ['http', '65536', '-1', '3000.5', secret],
  FIREBASE_SERVICE_ACCOUNT: [
    '{',
    '[]',
    '/path/to/key.json',
    '{"project_id":"my-project"}',
    '{"private_key":"-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n"}',
    JSON.stringify({ private_key: generateKeyPairSync('ec', { namedCurve: 'P-256', ...pem }).privateKey }),
    JSON.stringify({ private_key: generateKeyPairSync('rsa', { modulusLength: 2048, ...pem }).publicKey }),
    secret,
  ],
  DATABASE_URL: [
    'mysql://127.0.0.1/a',
    'postgres:/a',
    'postgres://u:p@ss#1@h/d',
    'postgres://u:%zz@h/d',
    secret,
  ],
  DATABASE_POOL_SIZE: ['0', '101', '-1', 'many', secret],
  OPERATOR_NAME: [' ', 'Example\nLtd', secret.repeat(10)],
  OPERATOR_ADDRESS: ['1 Example Street\r\nExampletown', secret.repeat(10)],
  GOVERNING_LAW: ['\t', secret.repeat(10)],
  LOG_RETENTION_DAYS: ['0', '30d', '3651', secret],
  BACKUP_RETENTION_DAYS: ['0', 'never', '-1', secret],
  CONTACT_EMAIL: ['nobody', 'a@b', '@example.com', secret],
  SESSION_LIFETIME: ['5', 'five days', '5 d', '-5d', '0s', '299s', '4m', '14.1d', '15d', secret],
  SESSION_GRACE: ['14', '2y', secret],
  SESSION_CAP: ['30', '1M', secret],
  SHUTDOWN_DELAY: ['5', '11m'],
  SHUTDOWN_TIMEOUT: ['soon', '1h'],
}

const wrongCases = Object.entries(wrongValues).flatMap(([variable, values]) =>
  values.map((value): [string, string] => [variable, value]),
)

test.each(wrongCases)('%s=%s is reported with an example and without the value', (variable, value) => {
  const { problems } = parseServerConfig({ FIREBASE_WEBAPP_CONFIG: identity, [variable]: value })
  expect(problems.map((problem) => problem.variable)).toEqual([variable])
  const words = describeProblems(problems)
  expect(words).toContain(`Example: ${variable}=`)
  const itself = problems[0]?.problem ?? ''
  expect(itself).toMatch(/^(must|is not|may only|has) /)
  if (value.length > 6) expect(words.replace(/Example: .*/g, '')).not.toContain(value)
})

test('every setting is in the table of wrong values, except those that accept any text', () => {
  const takesAnyText = ['DATA_DIR']
  const variables = Object.keys({ ...siteSettings, ...serverSettings })
  expect(
    variables.filter((variable) => !(variable in wrongValues || takesAnyText.includes(variable))),
  ).toEqual([])
})

test('every example is a valid value', () => {
  for (const [variable, { example }] of Object.entries({ ...siteSettings, ...serverSettings })) {
    if (variable === 'USE_AUTH_EMULATOR' || variable === 'FIREBASE_SERVICE_ACCOUNT') continue
    const value = example.replace(/^'(.*)'$/, '$1')
    const site = { FIREBASE_WEBAPP_CONFIG: identity, SITE_URL: 'https://www.example.com' }
    const { problems } = parseServerConfig({ ...site, [variable]: value })
    expect(problems, variable).toEqual([])
  }
})

test('an empty text counts as unset', () => {
  const variables = Object.keys({ ...siteSettings, ...serverSettings })
  const empty = Object.fromEntries(variables.map((variable) => [variable, '']))
  const unset = parseServerConfig({ AUTH_TOKEN_SYNC_URL: '' })
  expect(parseServerConfig(empty)).toEqual(unset)
  expect(unset.problems).toEqual([])
})

test('an empty token sync URL means no token sync', () => {
  const url = (environment: Record<string, string>) =>
    parseSiteConfig(environment).config.public.tokenSync.url
  expect(url({})).toBe('/api/session')
  expect(url({ AUTH_TOKEN_SYNC_URL: '' })).toBeNull()
})

test('a token sync URL may have the site’s own origin, and no other', () => {
  const site = { SITE_URL: 'https://www.example.com/' }
  const parse = (url: string) => parseSiteConfig({ ...site, AUTH_TOKEN_SYNC_URL: url })
  const own = parse('https://www.example.com/api/session')
  expect([own.problems, own.config.public.tokenSync.url]).toEqual([[], '/api/session'])
  for (const url of ['http://www.example.com/api/session', 'https://example.com/api/session'])
    expect(parse(url).problems).toMatchObject([{ variable: 'AUTH_TOKEN_SYNC_URL' }])
})

test('other providers need an authDomain, or the SDK would fail', () => {
  const without = (projectId: string) => `{"apiKey":"AIzaExample","projectId":"${projectId}"}`
  const parse = (settings: Record<string, string>) => parseSiteConfig(settings)
  const problem = 'must have an authDomain while AUTH_PROVIDERS names any'
  const problems = [{ variable: 'FIREBASE_WEBAPP_CONFIG', problem }]
  const real = { FIREBASE_WEBAPP_CONFIG: without('my-project') }
  const emulated = { FIREBASE_WEBAPP_CONFIG: without('demo-project'), USE_AUTH_EMULATOR: 'true' }
  expect(parse({ ...real, AUTH_PROVIDERS: 'google,github' })).toMatchObject({ problems })
  expect(parse({ ...emulated, AUTH_PROVIDERS: 'google' })).toMatchObject({ problems })
  expect(parse({ ...real, AUTH_PROVIDERS: 'none' }).problems).toEqual([])
  expect(parse({ FIREBASE_WEBAPP_CONFIG: identity, AUTH_PROVIDERS: 'google' }).problems).toEqual([])
  expect(parse(emulated)).toMatchObject({ problems: [], config: { public: { providers: [] } } })
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['FIREBASE_WEB_CONFIG', 'FIREBASE_WEBAPP_CONFIG'],
  ['SESSION_COOKIE_NAMES', 'SESSION_COOKIE_NAME'],
])('%s is reported as a typo of %s, unless that is set, too', (typo, meant) => {
  const { problems } = parseServerConfig({ [typo]: secret })
  expect(describeProblems(problems)).toBe(
    `The configuration is wrong:\n  ${typo} is no setting: did you mean ${meant}?`,
  )
  const { example = '' } = { ...siteSettings, ...serverSettings }[meant as keyof typeof serverSettings]
  const right = { FIREBASE_WEBAPP_CONFIG: identity, [meant]: example.replace(/^'|'$/g, '') }
  expect(parseServerConfig({ ...right, [typo]: secret }).problems).toEqual([])
})

test('variables of other programs aren’t typos', () => {
  const others = 'HOSTNAME PORTS LOGLEVEL SITE_PORT DATABASE_PORT DATA_HOME GTAG npm_config_port'.split(' ')
  expect(parseServerConfig(Object.fromEntries(others.map((name) => [name, 'x']))).problems).toEqual([])
})
