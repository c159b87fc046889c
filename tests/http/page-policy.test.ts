import { expect, test } from 'vitest'
import { type PolicyHosts, pagePolicy } from '@/lib/http/page-policy'
import { pages } from '@/lib/site/pages'
import { offersSignIn } from '@/lib/site/paths'
import type { Page } from '@/lib/site/room'

const identity = { apiKey: 'key', projectId: 'foyer' }
const provider: PolicyHosts = {
  identity,
  emulatorUrl: null,
  analytics: null,
  providers: [],
  recaptcha: false,
  secondFactors: [],
}

const policyOf = (page: Page, recaptcha: boolean, settings: Partial<PolicyHosts> = {}) => {
  const hosts = { ...provider, recaptcha, ...settings }
  return pagePolicy({ inlineScripts: [], hosts, offersSignIn: offersSignIn(page) })
}

test('Google’s captcha is let in where people sign in, if a setting says so, and nowhere else', () => {
  const withCaptcha = pages.filter((page) => policyOf(page, true).includes('recaptcha'))
  expect(withCaptcha.map(({ name }) => name)).toEqual(['login', 'account', 'auth-action'])
  for (const page of pages) expect(policyOf(page, false)).not.toContain('recaptcha')
  const google = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
  for (const page of withCaptcha)
    expect(policyOf(page, true).split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
        "style-src 'self'",
        "img-src 'self'",
        `connect-src 'self' ${google} https://www.google.com/recaptcha/`,
        'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
      ]),
    )
})

test('so it is where a code can be sent by SMS, but not for other second factors or with the emulator', () => {
  const pagesWith = (settings: Partial<PolicyHosts>) =>
    pages.filter((page) => policyOf(page, false, settings).includes('recaptcha')).map(({ name }) => name)
  expect(pagesWith({ secondFactors: ['totp', 'sms'] })).toEqual(['login', 'account', 'auth-action'])
  expect(pagesWith({ secondFactors: ['totp'] })).toEqual([])
  expect(pagesWith({ secondFactors: ['sms'], emulatorUrl: 'http://127.0.0.1:9099' })).toEqual([])
})
