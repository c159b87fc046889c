/** Broken rules for rows of docs/spec-coverage.md that a unit test proves and our own code keeps. */
import type { Line } from './mutation'

const config = 'lib/config/config.ts'
const pages = 'lib/site/pages.ts'
const consent = 'lib/consent/record.ts'
const paths = 'lib/site/paths.ts'
const sync = 'lib/browser/session/sign-in.ts'
const polling = 'lib/browser/builds/poll.ts'
const words = 'lib/identity/error-words.ts'
const specified = 'identity/specified-words'

export const specCoverage: readonly Line[] = [
  ['S25', 'lib/errors/bots.ts', '|| otherCrawlers.test(agent)', '', 'errors/bots'],
  ['S35–S39', consent, 'time: at.toISOString()', 'time: String(at)', 'consent/record'],
  ['S40', 'lib/account.ts', 'const name = input.trim()', 'const name = input', 'account/profile'],
  ['S41', config, 'identity: settings,', 'identity: null,', 'config/config'],
  ['S42–S43', config, '!isLoopback(new URL(url).hostname)', 'false', 'config/emulator'],
  ['S44', config, 'analytics: tagFrom(values)', 'analytics: null', 'config/config'],
  ['S45', config, "v.optional(wholeNumber, '300')", "v.optional(wholeNumber, '600')", 'config/config'],
  ['S46', 'lib/notes/limits.ts', 'maxTitleLength = 200', 'maxTitleLength = 2_000', 'notes/notes'],
  ['S49', consent, 'ageMs >= 0 && ', '', 'consent/record'],
  ['S50', 'lib/consent/boot.ts', "send('default',{},{wait_for_update:500});", '', 'consent/boot'],
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
  ['S132–S136', words, "words: 'Wrong email or password.'", "words: 'Wrong password.'", specified],
  ['S144', 'lib/consent/boot.ts', 'wait_for_update:500', 'wait_for_update:5000', 'consent/boot'],
  [
    'S145',
    'lib/identity/password-policy.ts',
    '  minimumLength: 6,\n',
    '  minimumLength: 5,\n',
    'identity/password-policy',
  ],
  ['S146', config, 'maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE', 'maxAgeSeconds: 600', 'config/config'],
  [
    'S7',
    pages,
    "paths.home, rendering: 'static', guard: 'none'",
    "paths.home, rendering: 'static', guard: 'session'",
    'site/routes',
  ],
  [
    'S9–S11',
    pages,
    "paths.privacy, rendering: 'static', guard: 'none'",
    "paths.privacy, rendering: 'static', guard: 'session'",
    'site/routes',
  ],
  ['S16', paths, 'pattern.length === segments.length && ', '', 'site/routes'],
  ['S61', sync, 'settings.maxAgeSeconds * 1000', 'Number.POSITIVE_INFINITY', 'session/token-sync'],
  ['S73', 'lib/config/settings.ts', String.raw`/^https?:\/\//`, String.raw`/^\w+:\/\//`, 'config/settings'],
  ['S75', 'lib/account.ts', 'name.length > maxNameLength', 'false', 'account/profile'],
  ['S80', polling, 'pollMs = 60 * 60_000', 'pollMs = 600 * 60_000', 'builds/follow'],
  [
    'S96',
    sync,
    "{ method: 'POST', headers, signal }",
    "{ method: 'PUT', headers, signal }",
    'session/token-sync',
  ],
  ['S103', paths, 'parseUuid(segment) !== null', "segment !== ''", 'site/routes'],
  ['S107', 'lib/config/identity.ts', "typeof apiKey !== 'string' || apiKey === ''", 'false', 'config/config'],
  ['S108', words, 'Something went wrong on our side.', 'Something broke.', specified],
  [
    'S111',
    'lib/identity/fallback-words.ts',
    'We couldn’t reach the sign-in service.',
    'We couldn’t reach anything.',
    specified,
  ],
  ['S112–S115', words, 'Your browser blocked the sign-in window.', 'Your browser did something.', specified],
  ['S116', words, "codes: 'unauthorized-domain'", "codes: 'other-domain'", specified],
  ['S117', config, '!settings.authDomain && chosenProviders.length > 0', 'false', 'config/settings'],
  ['S119–S120', words, ' invalid-user-token', '', specified],
  ['S121', words, "codes: 'user-mismatch'", "codes: 'other-user'", specified],
  [
    'S125–S126',
    words,
    "codes: 'unsupported-password-policy-schema-version'",
    "codes: 'other-schema-version'",
    specified,
  ],
  ['S127', words, 'This sign-in was blocked.', 'This sign-in was stopped.', specified],
  ['S128–S130', config, "!identity?.projectId.startsWith('demo-')", 'false', 'config/emulator'],
  ['S137', words, "'requires-recent-login ", "'", specified],
  ['S138', words, "'user-token-expired ", "'", specified],
  [
    'S139–S140',
    words,
    "next: 'request-new-link',\n    codes: 'expired-action-code'",
    "next: 'none',\n    codes: 'expired-action-code'",
    specified,
  ],
  ['S141', words, "codes: 'admin-restricted-operation'", "codes: 'other-operation'", specified],
  ['S151', 'lib/browser/builds/watch.ts', 'pollAfterMs = 1_000', 'pollAfterMs = 100', 'builds/follow'],
  [
    'S152',
    'lib/browser/errors/chunk-reload.ts',
    'if (stored?.path === path && ',
    'if (stored?.path === null && ',
    'errors/chunk-reload',
  ],
  ['S165', 'lib/notes/limits.ts', "title.trim() === '' && text.trim() === ''", 'false', 'notes/notes'],
]
