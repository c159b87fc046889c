import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Google, startGoogle } from '../support/google/google'
import { expectLines, lineOf, setUpDoctor } from './doctor'

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
    expectLines(
      await diagnose(offering),
      'problem Authorized domains: www.foyer.test is missing',
      "warning Auth domain: foyer-production-test.firebaseapp.com is not this site's…Set authDomain to www.foyer.test\n",
      'problem Second factors: sms is offered but not switched on',
      'problem Captcha: the provider wants reCAPTCHA…Set RECAPTCHA=true\n',
    )
  })

  test('with an auth domain of somebody else is a warning', async () => {
    const other = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), authDomain: 'stranger.web.app' }
    const { output } = await diagnose({ ...offering, FIREBASE_WEBAPP_CONFIG: JSON.stringify(other) })
    expect(output).toMatch(
      lineOf('warning Auth domain: stranger.web.app is neither this site nor of project'),
    )
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
    const diagnosis = await diagnose(mend())
    expectLines(
      diagnosis,
      `ok Sign-in: project ${google.projectId}`,
      'ok Service account: accepted by Google',
      'ok Captcha: the provider wants none',
      'ok Session keys: from identitytoolkit.googleapis.com',
      'ok Token keys: from www.googleapis.com',
      'ok Clock: right',
      'ok Authorized domains: www.foyer.test is one',
      'ok Auth domain: www.foyer.test, with the sign-in pages of foyer-production-test.firebaseapp.com',
      'ok Second factors: totp, sms',
    )
    expect(diagnosis.output).not.toContain('PRIVATE KEY')
  })

  test('with a silent key server is a problem of that one', async () => {
    google.fail('silent', 'cookieKeys')
    expectLines(
      await diagnose(),
      'problem Session keys: identitytoolkit.googleapis.com cannot be reached',
      'ok Token keys',
      'ok Clock',
    )
  })

  test('without keys or sign-in pages, or that refuses the credentials, is a problem', async () => {
    google.fail({ status: 403 }, 'accessToken', 'captchaConfig')
    google.fail({ status: 500 }, 'firebaseFile')
    const SESSION_KEYS_URL =
      'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'
    expectLines(
      await diagnose({ ...mend(), SESSION_KEYS_URL }),
      'problem Session keys: the response of www.googleapis.com has no usable key',
      'problem Service account: got no access token…(app/invalid-credential)\n',
      'warning Captcha: the provider answers 403',
      'problem Auth domain: foyer-production-test.firebaseapp.com has no sign-in pages',
    )
  })

  test('that rejects the API key, or a key file of another project, is a problem without secrets', async () => {
    const keyFile = JSON.parse(google.environment.FIREBASE_SERVICE_ACCOUNT)
    const wrong = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), apiKey: 'AIzaWrong' }
    const diagnosis = await diagnose({
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ ...keyFile, project_id: 'another' }),
      FIREBASE_WEBAPP_CONFIG: JSON.stringify(wrong),
    })
    expectLines(
      diagnosis,
      'problem API key: Google refuses the apiKey …(API key not valid',
      'problem Service account: belongs to project another, but FIREBASE_WEBAPP_CONFIG to',
    )
    expect(diagnosis.output + diagnosis.errors).not.toContain('PRIVATE KEY')
  })
})
