import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { reservePort } from '../support/port'
import { setUpDoctor } from './doctor'

const { at, diagnose, runDoctor } = setUpDoctor()

describe('npm run doctor', { timeout: 60_000 }, () => {
  test('without settings says what will happen, changes nothing and exits with 0', async () => {
    const { code, output } = await runDoctor()
    expect(output).toMatch(/^ok {7}Node: 2\d\./m)
    expect(output).toMatch(/^ok {7}Settings: all can be read$/m)
    expect(output).toMatch(/^ok {7}Sign-in: .*npm start brings its own sign-in service/m)
    expect(output).toContain('ok       Passkeys: on, at localhost')
    expect(output).toContain(`Database: embedded; the first start creates it in ${at()}`)
    expect(output).toMatch(/\nproblems: 0, warnings: 0\n$/)
    expect(code).toBe(0)
    expect(await readdir(at())).toEqual([])
  })

  test('works without a writable temporary folder', async () => {
    const { code, output } = await runDoctor({ TMPDIR: '/no/such/folder' })
    expect(output).toMatch(/^ok {7}Settings: all can be read$/m)
    expect(code).toBe(0)
  })
})

describe('settings and surroundings', () => {
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

  test('in production a missing identity provider is a problem', async () => {
    const { code, output } = await diagnose({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(output).toMatch(/^problem {2}Sign-in: disabled, because FIREBASE_WEBAPP_CONFIG is not set/m)
  })

  test('in production the emulator is a problem, as its tokens are unsigned', async () => {
    const { code, output } = await diagnose({
      NODE_ENV: 'production',
      USE_AUTH_EMULATOR: 'true',
      FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"demo-foyer"}',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^problem {2}Auth emulator: its tokens are not signed/m)
  })

  test('in production what only the operator knows is a warning', async () => {
    const production = { NODE_ENV: 'production' }
    const known = {
      CONTACT_EMAIL: 'hello@example.com',
      OPERATOR_NAME: 'Example Ltd',
      OPERATOR_ADDRESS: '1 Example Street, Exampletown',
      GOVERNING_LAW: 'England and Wales',
      LOG_RETENTION_DAYS: '30',
      BACKUP_RETENTION_DAYS: '30',
    }
    const { output } = await diagnose(production)
    const names = Object.keys(known).join(', ')
    expect(output).toContain(
      `warning  Operator: /contact, /privacy and /terms lack what only you know. Set ${names}`,
    )
    const complete = await diagnose({ ...production, ...known })
    expect(complete.output).toContain('ok       Operator: Example Ltd, hello@example.com')
    expect((await diagnose()).output).not.toContain('Operator')
  })

  test('an emulator that doesn’t respond is a problem', async () => {
    const url = `http://127.0.0.1:${await reservePort()}`
    const { code, output } = await diagnose({
      USE_AUTH_EMULATOR: 'true',
      AUTH_EMULATOR_URL: url,
      FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"demo-foyer"}',
    })
    expect(code).toBe(1)
    expect(output).toContain(`problem  Auth emulator: nothing answers at ${url}`)
  })

  test.each<[string, Record<string, string>, RegExp, number]>([
    [
      'a cookie that browsers keep over https only',
      { SESSION_COOKIE_NAME: '__Host-session', SITE_URL: 'http://127.0.0.1:3000' },
      /^problem {2}Session cookie: .*only keep __Host-session over https/m,
      1,
    ],
    [
      'a cookie that Firebase Hosting drops',
      { SESSION_COOKIE_NAME: 'sid', SITE_URL: 'https://my-project.web.app', TRUSTED_PROXIES: '1' },
      /^problem {2}Session cookie: Firebase Hosting drops sid\. Set SESSION_COOKIE_NAME=__session/m,
      1,
    ],
    [
      'a cookie that another site under the same domain can set',
      { SITE_URL: 'https://www.example.com', TRUSTED_PROXIES: '1' },
      /^warning {2}Other sites: .*www\.example\.com can set __session .* SESSION_COOKIE_NAME=__Host-session$/m,
      0,
    ],
    [
      'a cookie that only this site can set',
      { SITE_URL: 'https://www.example.com', TRUSTED_PROXIES: '1', SESSION_COOKIE_NAME: '__Host-session' },
      /^(?!.*Other sites)/s,
      0,
    ],
    [
      'a host of Firebase, whose neighbors can set nothing',
      { SITE_URL: 'https://my-project.web.app', TRUSTED_PROXIES: '1' },
      /^(?!.*Other sites)/s,
      0,
    ],
    [
      'a site on the internet without https',
      { SITE_URL: 'http://www.example.com' },
      /^problem {2}Address: http:\/\/www\.example\.com is not encrypted/m,
      1,
    ],
    [
      'https without a proxy that is trusted',
      { SITE_URL: 'https://www.example.com' },
      /^warning {2}Address: .*Set TRUSTED_PROXIES=1/m,
      0,
    ],
    [
      'a proxy that is trusted',
      { SITE_URL: 'https://www.example.com', TRUSTED_PROXIES: '1' },
      /^ok {7}Address: https:\/\/www\.example\.com, TRUSTED_PROXIES=1$/m,
      0,
    ],
  ])('judges %s', async (_, settings, words, code) => {
    const diagnosis = await diagnose({ ...settings })
    expect(diagnosis.output).toMatch(words)
    expect(diagnosis.code).toBe(code)
  })
})
