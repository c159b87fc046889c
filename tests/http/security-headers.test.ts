import { describe, expect, test } from 'vitest'
import { emulatorWarning } from '@/lib/config/emulator'
import { type PolicyHosts, pagePolicy } from '@/lib/http/page-policy'
import { hashSource, inlineScriptsOf, newNonce, nonceSource, policyHeader } from '@/lib/http/security-headers'
import { unavailableResponse } from '@/lib/http/standalone'
import { pages } from '@/lib/site/pages'
import { offersSignIn } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import type { Page } from '@/lib/site/room'
import { themeBoot } from '@/lib/theme'

const identity = { apiKey: 'key', projectId: 'foyer' }
const nothing: PolicyHosts = {
  identity: null,
  emulatorUrl: null,
  analytics: null,
  providers: [],
  recaptcha: false,
  secondFactors: [],
}
const provider: PolicyHosts = { ...nothing, identity }
const emulator: PolicyHosts = {
  ...nothing,
  identity: { apiKey: 'key', projectId: 'demo-foyer' },
  emulatorUrl: 'http://127.0.0.1:9099',
}
const tagged: PolicyHosts = {
  ...provider,
  analytics: { tagId: 'G-1', consent: 'basic', urlPassthrough: false },
}

const google = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
const measurement =
  'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
const pixels = 'https://*.google-analytics.com https://*.googletagmanager.com'

/** The directives of a policy by their names. */
function directivesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ', 1)[0], directive.replace(/^\S+ /, '')]),
  )
}

const unchanging = {
  'default-src': "'none'",
  'style-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'report-uri': '/api/errors',
  'report-to': 'site',
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

const script = "'self' 'sha256-A'"

/** With the script, image and connection sources that each adds. */
const pageCases: [name: string, hosts: PolicyHosts, scripts: string, images: string, connections: string][] =
  [
    ['sign-in is not configured', nothing, '', '', ''],
    ['the provider is configured', provider, '', '', ` ${google}`],
    ['the emulator stands in for it', emulator, '', '', ' http://127.0.0.1:9099'],
    [
      'a tag is configured',
      tagged,
      ' https://www.googletagmanager.com',
      ` ${pixels}`,
      ` ${google} ${measurement}`,
    ],
  ]

describe('the policy of a page', () => {
  test.each(pageCases)('when %s', (_, hosts, scripts, images, connections) => {
    // A script that is twice in the page is named once.
    const policy = pagePolicy({ inlineScripts: ["'sha256-A'", "'sha256-A'"], hosts })
    expect(directivesOf(policy)).toEqual({
      ...unchanging,
      'script-src': script + scripts,
      'img-src': `'self'${images}`,
      'connect-src': `'self'${connections}`,
    })
  })

  test('never lets in what is not named', () => {
    for (const [, hosts] of pageCases)
      expect(pagePolicy({ inlineScripts: [], hosts })).not.toMatch(/unsafe|data:|blob:|https:[ ;]| \*/)
  })
})

/** The page if the session can't be checked, for a path that contains an attack. */
function unavailable(isEmulated: boolean): Response {
  const path = safeReturnPath('/app?q="><script>alert(1)</script>&x=1')
  return unavailableResponse({ path, reference: null, isEmulated })
}

test.each([true, false])(
  'the page of an unavailable site has inline only what its policy names (emulated: %s)',
  async (isEmulated) => {
    const response = unavailable(isEmulated)
    const html = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    expect(response.headers.get(policyHeader)).toContain(hashSource(style))
    expect(response.headers.get(policyHeader)).toContain(hashSource(themeBoot()))
    expect(html).toContain(`<script>${themeBoot()}</script>`)
    expect(html.match(/<(style|script)|\s(style|on\w+)=/g)).toEqual(['<script', '<style'])
    expect([html.includes(`>${emulatorWarning}<`), /emulator/i.test(html)]).toEqual([isEmulated, isEmulated])
  },
)

test('no two nonces are the same, and each has 128 bits', () => {
  const nonces = Array.from({ length: 100 }, newNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  expect(nonceSource('abc=')).toBe("'nonce-abc='")
})

const documents: [html: string, contents: string[]][] = [
  ['<p>none</p>', []],
  ['<script src="/a.js" async=""></script>', []],
  ['<script async="" src="/a.js"></script><script>one</script>', ['one']],
  ['<script id="_R_">one</script><p></p><script>two\n three</script>', ['one', 'two\n three']],
  ['<script data-src="x">one</script>', ['one']],
  ['<script></script>', ['']],
]

test.each(documents)('the inline scripts of %j', (html, contents) => {
  expect(inlineScriptsOf(html)).toEqual(contents)
})

test('Google’s captcha is let in where people sign in, if a setting or SMS needs it, and nowhere else', () => {
  const namesWith = (settings: Partial<PolicyHosts>) => {
    const policyOf = (page: Page) =>
      pagePolicy({ inlineScripts: [], hosts: { ...provider, ...settings }, offersSignIn: offersSignIn(page) })
    return pages.filter((page) => policyOf(page).includes('recaptcha')).map(({ name }) => name)
  }
  const signIn = ['login', 'account', 'auth-action']
  expect(namesWith({ recaptcha: true })).toEqual(signIn)
  expect(namesWith({ secondFactors: ['totp', 'sms'] })).toEqual(signIn)
  expect(namesWith({ secondFactors: ['totp'] })).toEqual([])
  expect(namesWith({ secondFactors: ['sms'], emulatorUrl: 'http://127.0.0.1:9099' })).toEqual([])
  const policy = pagePolicy({
    inlineScripts: [],
    hosts: { ...provider, recaptcha: true },
    offersSignIn: true,
  })
  expect(directivesOf(policy)).toEqual({
    ...unchanging,
    'script-src': "'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    'img-src': "'self'",
    'connect-src': `'self' ${google} https://www.google.com/recaptcha/`,
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  })
})
