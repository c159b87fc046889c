/** A broken rule for each row of docs/spec-coverage.md that a unit test proves and our own code keeps. */
import type { Line } from './mutation'

const config = 'lib/config/config.ts'
const pages = 'lib/site/pages.ts'
const consent = 'lib/consent/record.ts'

export const specCoverage: readonly Line[] = [
  ['S25', 'lib/errors/bots.ts', '|| otherCrawlers.test(agent)', '', 'errors/bots'],
  ['S35–S39', consent, 'time: at.toISOString()', 'time: String(at)', 'consent/record'],
  ['S40', 'lib/account.ts', 'const name = typed.trim()', 'const name = typed', 'account/profile'],
  ['S41', config, 'identity: settings,', 'identity: null,', 'config/config'],
  ['S42–S43', config, '!isLoopback(new URL(url).hostname)', 'false', 'config/config'],
  ['S44', config, 'analytics: tagFrom(values)', 'analytics: null', 'config/config'],
  ['S45', config, "v.optional(wholeNumber, '300')", "v.optional(wholeNumber, '600')", 'config/config'],
  ['S46', 'lib/notes/limits.ts', 'maxTitleLength = 200', 'maxTitleLength = 2_000', 'notes/notes'],
  ['S49', consent, 'ageMs >= 0 && ', '', 'consent/record'],
  ['S50', 'lib/consent/boot.ts', "send('default',{});", '', 'consent/boot'],
  ['S51', consent, "? 'granted' : 'denied'", "? 'granted' : 'granted'", 'consent/record'],
  [
    'S66–S68',
    'lib/identity/password-policy.ts',
    'password.length <= maximumLength',
    'true',
    'identity/password-policy',
  ],
  ['S72', 'lib/config/identity.ts', "apiKey.includes(':')", 'false', 'config/config'],
  [
    'S76',
    pages,
    "pattern: paths.app, rendering: 'dynamic', guard: 'session'",
    "pattern: paths.app, rendering: 'dynamic', guard: 'none'",
    'site/routes',
  ],
  [
    'S77',
    'lib/session/token.ts',
    'session.firebase.google.com/$',
    'session.firebase.google.com/other-$',
    'session/token',
  ],
  ['S104', 'lib/builds/route-rules.ts', '!guards.includes(guard)', 'false', 'builds/route-rules'],
  ['S124', 'lib/http/service-hosts.ts', 'return recaptcha ||', 'return', 'http/service-hosts'],
  [
    'S132–S136',
    'lib/identity/error-words.ts',
    "words: 'Wrong email or password.'",
    "words: 'Wrong password.'",
    'identity/specified-words',
  ],
  ['S144', 'lib/consent/boot.ts', 'wait_for_update:500', 'wait_for_update:5000', 'consent/boot'],
  [
    'S145',
    'lib/identity/password-policy.ts',
    '  minimumLength: 6,\n',
    '  minimumLength: 5,\n',
    'identity/password-policy',
  ],
  ['S146', config, 'maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE', 'maxAgeSeconds: 600', 'config/config'],
]
