import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen, reservePort } from '../support/ports'
import { expectLines, lineOf, setUpDoctor } from './doctor'

const { at, diagnose, runDoctor } = setUpDoctor()

describe('npm run doctor', { timeout: 60_000 }, () => {
  test('without settings says what will happen, changes nothing and exits with 0', async () => {
    // Nor does it need a writable temporary folder.
    expectLines(
      await runDoctor({ TMPDIR: '/no/such/folder' }),
      'ok Node: 2',
      'ok Settings: all can be read\n',
      'ok Sign-in: …npm start brings its own sign-in service',
      `ok Database: embedded; the first start creates it in ${at()}\n`,
      'problems: 0, warnings: 0\n',
    )
    expect(await readdir(at())).toEqual([])
  })
})

test('all wrong settings are reported with an example, without values, and it exits with 1', async () => {
  const wrong = { PORT: 'secret-1', SESSION_LIFETIME: 'secret-2', DATABASE_URL: 'mysql://me:secret-3@host' }
  const diagnosis = await diagnose({ ...wrong })
  expectLines(
    diagnosis,
    'problem Settings: PORT must be a whole number. Example: PORT=3000',
    'problem Settings: SESSION_LIFETIME must be a duration',
    'problem Settings: DATABASE_URL must start with postgres://',
    'problems: 3',
  )
  expect(diagnosis.output).not.toContain('secret')
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

test.each<[settings: Record<string, string>, line: string]>([
  [production, 'problem Sign-in: disabled, because FIREBASE_WEBAPP_CONFIG is not set'],
  [{ ...production, ...emulator }, 'problem Auth emulator: its tokens are not signed'],
  [
    { ...emulator, AUTH_EMULATOR_URL: 'http://127.0.0.1:1' },
    'problem Auth emulator: nothing answers at http://127.0.0.1:1.',
  ],
  [production, 'warning Operator: …. Set CONTACT_EMAIL, OPERATOR_NAME, …BACKUP_RETENTION_DAYS\n'],
  [{ ...production, ...operator }, 'ok Operator: Example Ltd, hello@example.com\n'],
  [
    { SESSION_COOKIE_NAME: '__Host-session', SITE_URL: 'http://127.0.0.1:3000' },
    'problem Session cookie: …only keep __Host-session over https',
  ],
  [
    { ...hosted, SESSION_COOKIE_NAME: 'sid' },
    'problem Session cookie: Firebase Hosting drops sid. Set SESSION_COOKIE_NAME=__session',
  ],
  [proxied, 'warning Other sites: …example.com can set __session … SESSION_COOKIE_NAME=__Host-session\n'],
  [{ SITE_URL: 'http://www.example.com' }, 'problem Address: http://www.example.com is not encrypted'],
  [{ SITE_URL: 'https://www.example.com' }, 'warning Address: …Set TRUSTED_PROXIES=1'],
  [{ FRONT: 'off' }, 'warning Address: without the front nothing tells … CLIENT_ADDRESS_HEADER\n'],
  [{ CLIENT_ADDRESS_HEADER: 'CF-Connecting-IP' }, 'ok Address: … visitors by cf-connecting-ip\n'],
  [proxied, 'ok Address: https://www.example.com, TRUSTED_PROXIES=1\n'],
  [proxied, 'warning Proxy: the site listens on all interfaces: … Set HOST=127.0.0.1'],
  [{ HOST: '192.0.2.1', PORT: '3999' }, "problem Port: 3999 of 192.0.2.1 can't be used …HOST\n"],
])('%j has the line %j', async (settings, line) => {
  const { output, code } = await diagnose({ ...settings })
  expect(output).toMatch(lineOf(line))
  if (line.startsWith('problem')) expect(code).toBe(1)
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

test.each<[who: string, answer: RequestListener | null, line: string]>([
  ['nobody', null, 'ok Port: … of 127.0.0.1 is free\n'],
  [
    'another program',
    (_, response) => response.end('another'),
    'problem Port: … is in use by another program. Stop it, or set PORT\n',
  ],
  [
    'a site that isn’t ready',
    (_, response) => response.writeHead(503).end(notReady),
    "problem Port: …the site runs there, but isn't ready (database-unavailable)\n",
  ],
])('a port of %s is judged', async (_, answer, line) => {
  const server = createServer(answer ?? undefined)
  onTestFinished(() => void server.close())
  const port = answer ? await listen(server) : await reservePort()
  expectLines(await diagnose({ HOST: '127.0.0.1', PORT: String(port) }), line)
})
