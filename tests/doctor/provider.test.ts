import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '@/lib/server/database/postgres'
import { startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
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

  test('that has other addresses than were proved here is a warning with the IDs of the accounts', async ({
    onTestFinished,
  }) => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.close())
    await (await openPostgres(postgres.url)).close()
    const same = google.accounts.add('same@doctor.test', 'correct horse')
    const moved = google.accounts.add('other@doctor.test', 'correct horse')
    const none = google.accounts.add('', 'correct horse')
    const add = (userId: string, providerUserId: string | null, address: string | null) =>
      queryDatabase(
        postgres.url,
        'insert into accounts (uid, provider_id, created_at, address) values ($1, $2, now(), $3)',
        [userId, providerUserId, address],
      )
    await add(same.id, null, 'same@doctor.test')
    await add('deleted', null, 'gone@doctor.test')
    await add(google.accounts.add('unproved@doctor.test', 'correct horse').id, null, null)
    const settings = { DATABASE_URL: postgres.url }
    expect((await diagnose(settings)).output).not.toContain('Addresses')
    await add('moved', moved.id, 'mine@doctor.test')
    await add('removed', none.id, 'removed@doctor.test')
    const diagnosis = await diagnose(settings)
    expect(diagnosis.output).toMatch(
      lineOf(
        'warning Addresses: at the provider 2 of the 4 accounts used last have another than was proved here: ',
      ),
    )
    expect(diagnosis.output).toMatch(/: (moved, removed|removed, moved)\. Each goes back/)
    expect(diagnosis.output).not.toContain('mine@')
  })
})
