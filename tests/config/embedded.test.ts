import { expect, test } from 'vitest'
import { embeddedMark } from '@/lib/config/embedded'
import { parseServerConfig } from '@/lib/server/config'

const real = '{"apiKey":"AIzaExample","authDomain":"my-project.firebaseapp.com","projectId":"my-project"}'
const demo = '{"apiKey":"demo-key","projectId":"demo-door"}'

test('pages are led to the name of this machine only where the start command brings the emulator', () => {
  const embedded = { FIREBASE_WEBAPP_CONFIG: demo, USE_AUTH_EMULATOR: 'true', ...embeddedMark }
  const isEmbedded = (environment: Record<string, string>) => parseServerConfig(environment).config.isEmbedded
  expect(isEmbedded(embedded)).toBe(true)
  expect(isEmbedded({ ...embedded, FOYER_EMBEDDED: '' })).toBe(false)
  expect(isEmbedded({ ...embedded, USE_AUTH_EMULATOR: 'false' })).toBe(false)
  expect(isEmbedded({ FIREBASE_WEBAPP_CONFIG: real, ...embeddedMark })).toBe(false)
  expect(isEmbedded({ ...embedded, SITE_URL: 'http://127.0.0.1:3000' })).toBe(false)
})
