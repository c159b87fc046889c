import { expect, test } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'

const real = '{"apiKey":"AIzaExample","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'
const demo = '{"apiKey":"demo-key","projectId":"demo-door"}'

test.each([
  ['a real project has none by itself', { FIREBASE_WEBAPP_CONFIG: real }, []],
  [
    'a real project has those that are named',
    { FIREBASE_WEBAPP_CONFIG: real, SECOND_FACTORS: 'sms' },
    ['sms'],
  ],
  ['emulator mode has both', { FIREBASE_WEBAPP_CONFIG: demo, USE_AUTH_EMULATOR: 'true' }, ['totp', 'sms']],
  [
    'emulator mode has none where they are switched off',
    { FIREBASE_WEBAPP_CONFIG: demo, USE_AUTH_EMULATOR: 'true', SECOND_FACTORS: 'none' },
    [],
  ],
])('second factors: %s', (_, environment, kinds) => {
  expect(parseSiteConfig(environment).config.public.secondFactors).toEqual(kinds)
})
