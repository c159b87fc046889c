import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Google, startGoogle } from '../support/google/google'
import { setUpDoctor } from './doctor'

const doctor = setUpDoctor()

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
    doctor.runDoctor({ ...google.environment, ...settings })

  /** A site that offers more than sign-in by email. */
  const offering = {
    AUTH_PROVIDERS: 'google',
    SECOND_FACTORS: 'totp,sms',
    SITE_URL: 'https://www.foyer.test',
  }
  const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } }

  test('that lacks what the site offers, or enforces what the site disables, is a problem', async () => {
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

  test('that works is ok: credentials, keys, clock, and what the site offers', async () => {
    const { code, output } = await diagnose(mend())
    for (const line of [
      `Sign-in: project ${google.projectId}`,
      'Service account: accepted by Google',
      'Captcha: the provider wants none',
      'Session keys: from identitytoolkit.googleapis.com',
      'Token keys: from www.googleapis.com',
      'Clock: right',
      'Authorized domains: www.foyer.test is one',
      'Auth domain: www.foyer.test, with the sign-in pages of foyer-production-test.firebaseapp.com',
      'Second factors: totp, sms',
    ])
      expect(output).toContain(`ok       ${line}`)
    expect(output).not.toContain('PRIVATE KEY')
    expect(code).toBe(0)
  })

  test('with a silent key server is a problem of that one', async () => {
    google.fail('silent', 'cookieKeys')
    const { code, output } = await diagnose()
    expect(output).toContain('problem  Session keys: identitytoolkit.googleapis.com cannot be reached')
    expect(output).toContain('ok       Token keys')
    expect(output).toContain('ok       Clock')
    expect(code).toBe(1)
  })

  test('without keys or sign-in pages, or that refuses the credentials, is a problem', async () => {
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

  test('that rejects the API key, or a key file of another project, is a problem without secrets', async () => {
    const keyFile = JSON.parse(google.environment.FIREBASE_SERVICE_ACCOUNT)
    const wrong = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), apiKey: 'AIzaWrong' }
    const { code, output, errors } = await diagnose({
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ ...keyFile, project_id: 'another' }),
      FIREBASE_WEBAPP_CONFIG: JSON.stringify(wrong),
    })
    expect(output).toMatch(/^problem {2}API key: Google refuses the apiKey .*\(API key not valid/m)
    expect(output).toMatch(
      /^problem {2}Service account: belongs to project another, but FIREBASE_WEBAPP_CONFIG to/m,
    )
    expect(output + errors).not.toContain('PRIVATE KEY')
    expect(code).toBe(1)
  })
})
