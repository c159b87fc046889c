/** Emulator mode, whose tokens are unsigned: for this machine and demo projects only. */
import { expect, test } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'
import { parseServerConfig } from '@/lib/server/config'

const real = '{"apiKey":"AIzaExample","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'
const demo = '{"apiKey":"demo-key","projectId":"demo-door"}'
const emulated = { USE_AUTH_EMULATOR: 'true', FIREBASE_WEBAPP_CONFIG: demo }

const variablesOf = (environment: Record<string, string>) =>
  parseServerConfig(environment).problems.map(({ variable }) => variable)

test.each<[name: string, changes: Record<string, string>, problems: string[]]>([
  ['on this machine', {}, []],
  ['at another port', { AUTH_EMULATOR_URL: 'http://localhost:9199' }, []],
  ['by IPv6', { AUTH_EMULATOR_URL: 'http://[::1]:9099' }, []],
  ['on another machine', { AUTH_EMULATOR_URL: 'http://10.0.0.7:9099' }, ['AUTH_EMULATOR_URL']],
  ['on all addresses', { AUTH_EMULATOR_URL: 'http://0.0.0.0:9099' }, ['AUTH_EMULATOR_URL']],
  ['with a user name', { AUTH_EMULATOR_URL: 'http://127.0.0.1@evil.example' }, ['AUTH_EMULATOR_URL']],
  ['with a real project', { FIREBASE_WEBAPP_CONFIG: real }, ['FIREBASE_WEBAPP_CONFIG']],
  ['without a project', { FIREBASE_WEBAPP_CONFIG: '' }, ['FIREBASE_WEBAPP_CONFIG']],
  [
    'elsewhere with a real project',
    { FIREBASE_WEBAPP_CONFIG: real, AUTH_EMULATOR_URL: 'http://evil.example' },
    ['AUTH_EMULATOR_URL', 'FIREBASE_WEBAPP_CONFIG'],
  ],
  ['and the SDK set to the same', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, []],
  [
    'and the SDK set to another',
    { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9199' },
    ['FIREBASE_AUTH_EMULATOR_HOST'],
  ],
])('emulator mode %s', (_name, changes, problems) => {
  expect(variablesOf({ ...emulated, ...changes })).toEqual(problems)
})

test.each([real, demo])('without emulator mode the SDK may not use an emulator either: %s', (settings) => {
  const environment = { FIREBASE_WEBAPP_CONFIG: settings, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(variablesOf(environment)).toEqual(['FIREBASE_AUTH_EMULATOR_HOST'])
  expect(variablesOf({ ...environment, FIREBASE_AUTH_EMULATOR_HOST: '' })).toEqual([])
})

test('the emulator’s URL is public in emulator mode only', () => {
  const environment = { FIREBASE_WEBAPP_CONFIG: demo, AUTH_EMULATOR_URL: 'http://127.0.0.1:9199/path' }
  expect(parseSiteConfig(environment).config.public.emulatorUrl).toBeNull()
  const mode = { ...environment, USE_AUTH_EMULATOR: 'true' }
  expect(parseSiteConfig(mode).config.public.emulatorUrl).toBe('http://127.0.0.1:9199')
})

test('a captcha is for the real provider only', () => {
  const recaptchaOf = (environment: Record<string, string>) =>
    parseSiteConfig({ ...environment, RECAPTCHA: 'true' }).config.public.recaptcha
  expect(recaptchaOf({ FIREBASE_WEBAPP_CONFIG: real })).toBe(true)
  expect(recaptchaOf(emulated)).toBe(false)
})
