import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../support/ports'
import { setUpDoctor } from './doctor'

const { at, diagnose, runDoctor } = setUpDoctor()

describe('npm run doctor', { timeout: 60_000 }, () => {
  test('without settings says what will happen, changes nothing and exits with 0', async () => {
    // Nor does it need a writable temporary folder.
    const { code, output } = await runDoctor({ TMPDIR: '/no/such/folder' })
    expect(output).toMatch(/^ok {7}Node: 2\d\./m)
    expect(output).toMatch(/^ok {7}Settings: all can be read$/m)
    expect(output).toMatch(/^ok {7}Sign-in: .*npm start brings its own sign-in service/m)
    expect(output).toContain(`Database: embedded; the first start creates it in ${at()}`)
    expect(output).toMatch(/\nproblems: 0, warnings: 0\n$/)
    expect(code).toBe(0)
    expect(await readdir(at())).toEqual([])
  })
})

test('all wrong settings are reported with an example, without values, and it exits with 1', async () => {
  const wrong = { PORT: 'secret-1', SESSION_LIFETIME: 'secret-2', DATABASE_URL: 'mysql://me:secret-3@host' }
  const { code, output } = await diagnose({ ...wrong })
  expect(code).toBe(1)
  expect(output).toContain('problem  Settings: PORT must be a whole number. Example: PORT=3000')
  expect(output).toContain('problem  Settings: SESSION_LIFETIME must be a duration')
  expect(output).toContain('problem  Settings: DATABASE_URL must start with postgres://')
  expect(output).toContain('problems: 3')
  expect(output).not.toContain('secret')
})

const production = { NODE_ENV: 'production' }
const operator = {
  ...{
    CONTACT_EMAIL: 'hello@example.com',
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_ADDRESS: '1 Example Street',
  },
  ...{ GOVERNING_LAW: 'England and Wales', LOG_RETENTION_DAYS: '30', BACKUP_RETENTION_DAYS: '30' },
}
const emulator = {
  USE_AUTH_EMULATOR: 'true',
  FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"demo-foyer"}',
}
const proxied = { SITE_URL: 'https://www.example.com', TRUSTED_PROXIES: '1' }
const hosted = { SITE_URL: 'https://my-project.web.app', TRUSTED_PROXIES: '1' }

test.each<[settings: Record<string, string>, line: RegExp]>([
  [production, /^problem {2}Sign-in: disabled, because FIREBASE_WEBAPP_CONFIG is not set/],
  [{ ...production, ...emulator }, /^problem {2}Auth emulator: its tokens are not signed/],
  [
    { ...emulator, AUTH_EMULATOR_URL: 'http://127.0.0.1:1' },
    /^problem {2}Auth emulator: nothing answers at http:\/\/127\.0\.0\.1:1\./,
  ],
  [production, /^warning {2}Operator: .*\. Set CONTACT_EMAIL, OPERATOR_NAME, .*BACKUP_RETENTION_DAYS$/],
  [{ ...production, ...operator }, /^ok {7}Operator: Example Ltd, hello@example\.com$/],
  [
    { SESSION_COOKIE_NAME: '__Host-session', SITE_URL: 'http://127.0.0.1:3000' },
    /^problem {2}Session cookie: .*only keep __Host-session over https/,
  ],
  [
    { ...hosted, SESSION_COOKIE_NAME: 'sid' },
    /^problem {2}Session cookie: Firebase Hosting drops sid\. Set SESSION_COOKIE_NAME=__session/,
  ],
  [
    proxied,
    /^warning {2}Other sites: .*example\.com can set __session .* SESSION_COOKIE_NAME=__Host-session$/,
  ],
  [
    { SITE_URL: 'http://www.example.com' },
    /^problem {2}Address: http:\/\/www\.example\.com is not encrypted/,
  ],
  [{ SITE_URL: 'https://www.example.com' }, /^warning {2}Address: .*Set TRUSTED_PROXIES=1/],
  [{ FRONT: 'off' }, /^warning {2}Address: without the front nothing tells .* CLIENT_ADDRESS_HEADER$/],
  [{ CLIENT_ADDRESS_HEADER: 'CF-Connecting-IP' }, /^ok {7}Address: .* visitors by cf-connecting-ip$/],
  [proxied, /^ok {7}Address: https:\/\/www\.example\.com, TRUSTED_PROXIES=1$/],
  [proxied, /^warning {2}Proxy: the site listens on all interfaces: .* Set HOST=127\.0\.0\.1/],
  [{ HOST: '192.0.2.1', PORT: '3999' }, /^problem {2}Port: 3999 of 192\.0\.2\.1 can't be used .*HOST$/],
])('%j has the line %s', async (settings, line) => {
  const { output, code } = await diagnose({ ...settings })
  expect(output).toMatch(new RegExp(line.source, 'm'))
  if (line.source.startsWith('^problem')) expect(code).toBe(1)
})

test.each<[settings: Record<string, string>, subject: string]>([
  [{}, 'Operator:'],
  // Nobody else has a name under its domain.
  [hosted, 'Other sites:'],
  [{ ...proxied, SESSION_COOKIE_NAME: '__Host-session' }, 'Other sites:'],
  [{ ...proxied, HOST: '::1' }, 'Proxy:'],
])('%j has no line of %s', async (settings, subject) => {
  expect((await diagnose({ ...settings })).output).not.toContain(subject)
})

const notReady = '{"status":"not-ready","reasons":["database-unavailable"]}'

test.each<[who: string, answer: RequestListener | null, line: RegExp]>([
  ['nobody', null, /^ok {7}Port: \d+ of 127\.0\.0\.1 is free$/m],
  [
    'another program',
    (_, response) => response.end('another'),
    /^problem {2}Port: .* is in use by another program\. Stop it, or set PORT$/m,
  ],
  [
    'a site that isn’t ready',
    (_, response) => response.writeHead(503).end(notReady),
    /^problem {2}Port: .*the site runs there, but isn't ready \(database-unavailable\)$/m,
  ],
])('a port of %s is judged', async (_, answer, line) => {
  const port = await reservePort()
  if (answer) {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
  }
  expect((await diagnose({ HOST: '127.0.0.1', PORT: String(port) })).output).toMatch(line)
})
