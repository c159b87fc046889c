import { expect, test } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'
import { isOwnRpId } from '@/lib/config/passkeys'
import { describeProblems } from '@/lib/config/settings'

const cloud = { FIREBASE_WEBAPP_CONFIG: '{"apiKey":"AIzaExample","projectId":"my-project"}' }
const emulator = {
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"demo","projectId":"demo-project"}',
  USE_AUTH_EMULATOR: 'true',
}
const at = (SITE_URL: string, PASSKEY_RP_ID = '') => ({ ...cloud, SITE_URL, PASSKEY_RP_ID })

test.each([
  ['https://www.example.com', at('https://www.example.com'), 'www.example.com'],
  ['a port', at('https://www.example.com:8443/'), 'www.example.com'],
  ['a domain above', at('https://www.app.example.com', 'example.com'), 'example.com'],
  ['another domain, which browsers ask', at('https://www.example.com', 'example.org'), 'example.org'],
  ['its own host, in capitals', at('https://www.example.com', 'WWW.Example.com'), 'www.example.com'],
  ['the emulator', emulator, 'localhost'],
  ['the emulator at a name', { ...emulator, SITE_URL: 'http://foyer.localhost:3000' }, 'foyer.localhost'],
])('passkeys are on with %s', (_, environment, rpId) => {
  const { config, problems } = parseSiteConfig(environment)
  expect(problems).toEqual([])
  expect(config).toMatchObject({ passkeyRpId: rpId, public: { passkeys: true } })
})

test('the site’s own RP IDs are its host and domains above it', () => {
  const rpIds = ['www.example.com', 'example.com', 'ample.com', 'a.www.example.com']
  expect(rpIds.filter((rpId) => isOwnRpId(rpId, 'www.example.com'))).toEqual(rpIds.slice(0, 2))
})

test.each([
  ['no SITE_URL', cloud],
  ['PASSKEYS=false', { ...at('https://www.example.com'), PASSKEYS: 'false' }],
  ['no https', at('http://www.example.com')],
  ['an IP address', at('https://203.0.113.7')],
  ['an IPv6 address', at('https://[2001:db8::1]')],
  ['the emulator at an address', { ...emulator, SITE_URL: 'http://127.0.0.1:3000' }],
  ['no provider', { SITE_URL: 'https://www.example.com' }],
])('passkeys are off with %s, and nothing is wrong', (_, environment) => {
  const { config, problems } = parseSiteConfig(environment)
  expect(problems).toEqual([])
  expect(config).toMatchObject({ passkeyRpId: null, public: { passkeys: false } })
})

test.each([
  ['no SITE_URL', { ...cloud, PASSKEY_RP_ID: 'example.com' }, 'must have SITE_URL beside it'],
  ['an address', at('https://203.0.113.7', '203.0.113.7'), 'must have a SITE_URL with https and a name'],
  ['no https', at('http://www.example.com', 'example.com'), 'must have a SITE_URL with https and a name'],
  ['a top-level domain', at('https://www.example.com', 'com'), 'must be a domain, such as'],
  ['an address as a domain', at('https://www.example.com', '203.0.113.7'), 'must be a domain, such as'],
  ['a URL', at('https://www.example.com', 'https://example.com'), 'must be a domain'],
])('a wrong PASSKEY_RP_ID stops the start: %s', (_, environment, words) => {
  const { config, problems } = parseSiteConfig(environment)
  expect(describeProblems(problems)).toContain(`PASSKEY_RP_ID ${words}`)
  expect(config.passkeyRpId === null || config.passkeyRpId === 'www.example.com').toBe(true)
})
