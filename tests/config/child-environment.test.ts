import { expect, onTestFinished, test, vi } from 'vitest'
import { childEnvironment } from '@/lib/server/config'

test('a child gets our variables and the changes, but none of the many that npm adds for its scripts', () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('npm_lifecycle_event', 'start')
  vi.stubEnv('GTAG_ID', 'G-TEST')
  vi.stubEnv('SITE_URL', 'https://www.example.com')
  vi.stubEnv('LOG_LEVEL', 'debug')
  const environment = childEnvironment({ SITE_URL: null, LOG_LEVEL: 'warn', PORT: '4000' })
  expect(environment).toMatchObject({ GTAG_ID: 'G-TEST', LOG_LEVEL: 'warn', PORT: '4000' })
  expect(Object.keys(environment).filter((name) => /^npm_|^SITE_URL$/.test(name))).toEqual([])
})
