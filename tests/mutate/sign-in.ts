/** Broken rules of signing in. */
import type { Line } from './mutation'

export const signIn: readonly Line[] = [
  [
    '6.4.3',
    'lib/browser/email-link/links.ts',
    'outcome.value.mode === mode',
    'outcome.value !== undefined',
    'email-link/links',
  ],
  [
    '7.4.4',
    'lib/site/routes.ts',
    "signedOut: sitePath(paths.home, { 'signed-out': '1' })",
    'signedOut: sitePath(paths.home)',
    'sign-in/sign-in',
  ],
  [
    '6.4.1',
    'lib/email-link.ts',
    "identityFailure(code).next === 'request-new-link'",
    "identityFailure(code).next === 'sign-in'",
    'email-link/expired',
  ],
  [
    '14.2.1',
    'components/email-link/email-link.tsx',
    "history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))",
    "history.replaceState({ mailLink: link }, '')",
    'email-link/scanner',
  ],
  [
    ['S1', 'S52'],
    'lib/browser/session/sign-in.ts',
    '(client) => client.signIn(credentials)',
    '(client) => client.createAccount(credentials)',
    'sign-in/sign-in',
  ],
  [
    'S8',
    'lib/server/guard/guard.ts',
    "return status === 'valid'\n",
    "return status === 'unknown'\n",
    'sign-in/sign-in',
  ],
  [
    'S53',
    'lib/browser/session/ending.ts',
    "fetch(url, { method: 'DELETE', signal })",
    "fetch(url, { method: 'GET', signal })",
    'sign-in/sign-in',
  ],
  [
    ['S118', 'S131'],
    'lib/browser/session/provider-sign-in.ts',
    'signInWith(config, byPopup, { limitMs: null })',
    'signInWith(config, byPopup)',
    'sign-in/popup-table',
  ],
  [
    'S158',
    'lib/browser/identity/firebase/providers.ts',
    'maxLoadMs = 30_000',
    'maxLoadMs = 20_000',
    'sign-in/popup-table',
  ],
  [
    '6.3.8',
    'lib/browser/email-link/links.ts',
    "code === 'user-not-found' || code === 'user-disabled'",
    "code === 'user-disabled'",
    'email-link/links',
  ],
  [
    'S87',
    'lib/browser/identity/firebase/outcome.ts',
    '!isSame(pending.email, user.email)',
    'isSame(pending.email, user.email)',
    'sign-in/account-exists',
  ],
  ['6.8.1', 'components/sign-in/linking.tsx', '    setPendingLink(null)\n', '', 'sign-in/account-exists'],
]
