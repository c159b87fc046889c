import { expect, test } from 'vitest'
import { pagePolicy } from '@/lib/http/security-headers'
import { offersSignIn } from '@/lib/site/paths'
import { type Page, pages } from '@/lib/site/routes'

const identity = { apiKey: 'key', projectId: 'foyer' }
const provider = { identity, emulatorUrl: null, analytics: null, providers: [] }

const policyOf = (page: Page, recaptcha: boolean) =>
  pagePolicy({ inlineScripts: [], hosts: { ...provider, recaptcha }, offersSignIn: offersSignIn(page) })

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
