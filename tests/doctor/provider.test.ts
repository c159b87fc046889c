import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { describeCaptcha } from '@/scripts/doctor/captcha'
import { describeClock } from '@/scripts/doctor/key-servers'
import { type Google, startGoogle } from '../support/google/google'
import { createClock } from '../support/site-clock'
import { runDoctor } from './doctor'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  return () => rm(folder, { recursive: true })
})

const embedded = () => ({ DATA_DIR: folder })

describe('a real identity provider', { timeout: 60_000 }, () => {
  let google: Google

  beforeAll(async () => {
    google = await startGoogle()
    return () => google.stop()
  })

  beforeEach(() => () => {
    google.mend()
    google.enforceCaptcha(null)
  })

  const diagnose = (settings: Record<string, string> = {}) =>
    runDoctor({ ...embedded(), ...google.environment, ...settings })

  /** A site that offers more than sign-in by email. */
  const offering = {
    AUTH_PROVIDERS: 'google',
    SECOND_FACTORS: 'totp,sms',
    SITE_URL: 'https://www.foyer.test',
  }
  const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } }

  test('that does not have all that the site offers, or wants what it does not, is a problem', async () => {
    google.enableSecondFactors({ state: 'ENABLED', providerConfigs: [totp] })
    google.enforceCaptcha({ siteKey: 'key' })
    const { code, output } = await diagnose(offering)
    expect(output).toMatch(/^problem {2}Authorized domains: www\.foyer\.test is missing/m)
    expect(output).toMatch(
      /^warning {2}Auth domain: foyer-production-test\.firebaseapp\.com is not this site's.*Set authDomain to www\.foyer\.test$/m,
    )
    expect(output).toMatch(/^problem {2}Second factors: sms is offered but not switched on/m)
    expect(output).toMatch(/^problem {2}Captcha: the provider wants reCAPTCHA.*Set RECAPTCHA=true$/m)
    expect(code).toBe(1)
  })

  /** The provider has it all; these are the site's settings. */
  function mend(): Record<string, string> {
    google.authorizedDomains.push('foyer.test')
    const enabledProviders = ['PHONE_SMS']
    google.enableSecondFactors({ state: 'ENABLED', enabledProviders, providerConfigs: [totp] })
    const own = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), authDomain: 'www.foyer.test' }
    return { ...offering, FIREBASE_WEBAPP_CONFIG: JSON.stringify(own) }
  }

  test('that answers is all right: credentials, keys, clock, and what the site offers', async () => {
    const { code, output } = await diagnose(mend())
    expect(output).toContain(`ok       Sign-in: project ${google.projectId}`)
    expect(output).toContain('ok       Service account: accepted by Google')
    expect(output).toContain('ok       Captcha: the provider wants none')
    expect(output).toContain('ok       Session keys: 1 from identitytoolkit.googleapis.com')
    expect(output).toContain('ok       Token keys: 1 from www.googleapis.com')
    expect(output).toContain('ok       Clock: right')
    expect(output).toContain('ok       Authorized domains: www.foyer.test is one')
    expect(output).toContain(
      'ok       Auth domain: www.foyer.test, with the sign-in pages of foyer-production-test.firebaseapp.com',
    )
    expect(output).toContain('ok       Second factors: totp, sms')
    expect(output).toContain('ok       Passkeys: on, at www.foyer.test, and tokens can be signed')
    expect(output).not.toContain('PRIVATE KEY')
    expect(code).toBe(0)
  })

  test('whose key server answers 500 is a problem of that one, and its clock is believed', async () => {
    google.fail({ status: 500 }, 'cookieKeys')
    const clock = await createClock()
    await clock.pass(2 * 3_600_000)
    const NODE_OPTIONS = `${google.environment.NODE_OPTIONS} ${clock.nodeOption}`
    const { code, output } = await diagnose({ NODE_OPTIONS })
    await clock.close()
    expect(output).toMatch(/^problem {2}Session keys: identitytoolkit\.googleapis\.com answers 500/m)
    expect(output).toContain('ok       Token keys')
    expect(output).toMatch(/^problem {2}Clock: 2 hours ahead of the key server's/m)
    expect(code).toBe(1)
  })

  test('of which one key server is silent and the other breaks off is a problem of both', async () => {
    google.fail('silent', 'cookieKeys')
    google.fail('reset', 'tokenCertificates')
    const { code, output } = await diagnose()
    expect(output).toMatch(/^problem {2}Session keys: identitytoolkit\.googleapis\.com cannot be reached/m)
    expect(output).toMatch(/^problem {2}Token keys: www\.googleapis\.com cannot be reached/m)
    expect(code).toBe(1)
  })

  test('that has no usable key or no sign-in pages, or refuses the credentials, is a problem with its code', async () => {
    google.fail({ status: 403 }, 'accessToken', 'captchaConfig')
    google.fail({ status: 500 }, 'firebaseFile')
    const { code, output } = await diagnose({
      ...mend(),
      SESSION_KEYS_URL:
        'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
    })
    expect(output).toMatch(
      /^problem {2}Session keys: the response of www\.googleapis\.com has no usable key/m,
    )
    expect(output).toMatch(/^problem {2}Service account: got no access token.*\(app\/invalid-credential\)$/m)
    expect(output).toMatch(/^warning {2}Captcha: the provider answers 403/m)
    expect(output).toMatch(
      /^problem {2}Auth domain: foyer-production-test\.firebaseapp\.com has no sign-in pages/m,
    )
    expect(code).toBe(1)
  })

  test('by credentials that sign nothing is a problem for passkeys alone; without SITE_URL there are none', async () => {
    const file = join(folder, 'somebody.json')
    const person = { type: 'authorized_user', client_id: 'x', client_secret: 'x', refresh_token: 'x' }
    await writeFile(file, JSON.stringify(person))
    const credentials = { FIREBASE_SERVICE_ACCOUNT: '', GOOGLE_APPLICATION_CREDENTIALS: file }
    const { output } = await diagnose({ ...credentials, SITE_URL: 'https://www.foyer.test' })
    expect(output).toMatch(/^problem {2}Passkeys: on, but .*no token can be signed \(\S+\)/m)
    expect((await diagnose()).output).toContain('warning  Passkeys: off: SITE_URL is not set')
  })

  test('on a machine of Google that has no service account is a problem with the status of that answer', async () => {
    const metadata = createServer((request, response) => {
      // Its first page says that it is there.
      response.writeHead(request.url === '/computeMetadata/v1/instance' ? 200 : 404, {
        'metadata-flavor': 'Google',
      })
      response.end()
    })
    await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void metadata.close())
    const { port } = metadata.address() as AddressInfo
    const GCE_METADATA_HOST = `127.0.0.1:${port}`
    const settings = { FIREBASE_SERVICE_ACCOUNT: '', GCE_METADATA_HOST, SITE_URL: 'https://www.foyer.test' }
    const { code, output, errors } = await diagnose(settings)
    expect(output).toMatch(/^problem {2}Passkeys: on, but .*no token can be signed \(metadata-404\)/m)
    expect(output).toMatch(/^problem {2}Application default credentials: none that work/m)
    expect([code, errors]).toEqual([1, ''])
  })

  test('that does not know the API key is a problem with its words: nobody could sign in', async () => {
    const wrong = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), apiKey: 'AIzaWrong' }
    const { code, output } = await diagnose({ FIREBASE_WEBAPP_CONFIG: JSON.stringify(wrong) })
    expect(output).toMatch(/^problem {2}API key: Google refuses the apiKey .*\(API key not valid/m)
    expect(code).toBe(1)
  })

  test('with a key file that is broken and of another project is told so, and the key stays secret', async () => {
    const keyFile = JSON.parse(google.environment.FIREBASE_SERVICE_ACCOUNT)
    const broken = { ...keyFile, private_key: 'secret', project_id: 'another' }
    const { code, output, errors } = await diagnose({ FIREBASE_SERVICE_ACCOUNT: JSON.stringify(broken) })
    expect(output).toMatch(/^problem {2}Service account: got no access token/m)
    expect(output).toMatch(
      /^problem {2}Service account: belongs to project another, but FIREBASE_WEBAPP_CONFIG to/m,
    )
    expect(output + errors).not.toContain('secret')
    expect(code).toBe(1)
  })
})

test.each([
  [{ isEnforced: true, hasKey: true, isAllowed: true }, 'ok', /lets it in/],
  [{ isEnforced: true, hasKey: false, isAllowed: true }, 'problem', /no site key/],
  [{ isEnforced: false, hasKey: true, isAllowed: true }, 'warning', /Unset RECAPTCHA/],
] as const)('a captcha, %o, is: %s', (state, verdict, words) => {
  expect(describeCaptcha(state)).toMatchObject({ verdict, words: expect.stringMatching(words) })
})

test.each([
  [2 * 3_600_000, 'problem', /^2 hours ahead of the key server's: /],
  [-2 * 3_600_000, 'problem', /^2 hours behind the key server's: /],
  [-20_000, 'warning', /^20 seconds behind the key server's/],
  [-4_000, 'ok', /^right /],
])('a clock %d ms ahead is: %s', (aheadMs, verdict, words) => {
  expect(describeClock(aheadMs)).toMatchObject({ verdict, words: expect.stringMatching(words) })
})
