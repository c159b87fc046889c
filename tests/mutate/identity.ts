/** Broken rules of signing in, first for rows that only a built site shows. */
import type { Line } from './mutation'

const firebase = 'lib/browser/identity/firebase.ts'
const firebaseAccount = 'lib/browser/identity/firebase/account.ts'
const sdkPolicy = 'lib/browser/identity/firebase/password-policy.ts'
const fault = 'lib/browser/identity/fault.ts'
const renewal = 'lib/browser/session/renewal.ts'
const passwordField = 'components/identity/password-field.tsx'
const policyForm = 'identity/password-policy-form'
const openPageTime = 'session/open-page-time'
const popups = 'sign-in/popup-table'

export const identity: readonly Line[] = [
  [
    ['6.2.1', 'S65', 'S89'],
    'lib/browser/identity/password-policy.ts',
    'if (config.emulatorUrl) return',
    'if (config.emulatorUrl !== undefined) return',
    policyForm,
  ],
  ['6.2.6', passwordField, 'setShown] = useState(false)', 'setShown] = useState(true)', 'identity/tree'],
  [
    '6.2.7',
    passwordField,
    "autoComplete={isNew ? 'new-password' : 'current-password'}",
    'autoComplete="off"',
    'identity/tree',
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
    'lib/browser/email-link/history.ts',
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
    'app/login/page.tsx',
    ".status === 'valid') redirect(destination)",
    ".status === 'unknown') redirect(destination)",
    'sign-in/sign-in',
  ],
  [
    'S53',
    'lib/browser/session/ending.ts',
    "fetch(url, { method: 'DELETE', signal })",
    "fetch(url, { method: 'GET', signal })",
    'sign-in/sign-in',
  ],
  [['S58–S59', 'S148–S149'], firebase, '  startTokenRefresh(app)\n', '', openPageTime],
  [
    'S71',
    'lib/browser/identity/error-message.ts',
    "code === 'password-does-not-meet-requirements' || code === 'password-outdated'",
    "code === 'password-outdated'",
    policyForm,
  ],
  [
    ['S118', 'S131'],
    'lib/browser/session/provider-sign-in.ts',
    'signInWith(config, byPopup, { limitMs: null })',
    'signInWith(config, byPopup)',
    popups,
  ],
  ['S158', 'lib/browser/identity/firebase/providers.ts', 'maxLoadMs = 30_000', 'maxLoadMs = 20_000', popups],
  [
    '6.3.8',
    'lib/browser/email-link/links.ts',
    "code === 'user-not-found' || code === 'user-disabled'",
    "code === 'user-disabled'",
    'email-link/links',
  ],
  ['S13', renewal, 'return routes.authSuccess(next)', 'return next', 'session/silent-refresh'],
  [
    'S17',
    renewal,
    "if (renewal.status === 'unreachable') return null",
    "if (renewal.status === 'unreachable') return routes.loginThen(next, 'expired')",
    'session/silent-refresh',
  ],
  [
    'S54',
    firebase,
    "await auth.authStateReady()\n      return auth.currentUser\n        ? { status: 'present'",
    "return auth.currentUser\n        ? { status: 'present'",
    'identity/sdk',
  ],
  [
    'S55',
    firebase,
    'isStart || isRevocation(last) ? last : null',
    'isRevocation(last) ? last : null',
    'identity/sdk',
  ],
  ['S60', fault, "['user-disabled', 'user-token-expired']", "['user-disabled']", 'session/open-page'],
  [
    'S69',
    sdkPolicy,
    "isEnforced: enforcementState === 'ENFORCE'",
    'isEnforced: true',
    'identity/provider-answers',
  ],
  ['S70', sdkPolicy, 'error instanceof TypeError ?', 'error instanceof Error ?', 'identity/provider-answers'],
  [
    'S83',
    firebase,
    'withSecondFactor(auth, signInWithEmailAndPassword(auth, email, password))',
    'withSecondFactor(auth, createUserWithEmailAndPassword(auth, email, password))',
    'identity/calls',
  ],
  [
    'S84',
    firebase,
    'outcomeOf(createUserWithEmailAndPassword(auth, email, password)',
    'outcomeOf(signInWithEmailAndPassword(auth, email, password)',
    'identity/calls',
  ],
  [
    'S85',
    firebaseAccount,
    'sendEmailVerification(user, { url })',
    'sendEmailVerification(user)',
    'identity/calls',
  ],
  [
    'S86',
    'lib/browser/identity/firebase/mail.ts',
    'signInWithEmailLink(auth, email, link)',
    'signInWithEmailLink(auth, link, link)',
    'identity/calls',
  ],
  [
    'S88',
    firebase,
    'tokenOf(auth.currentUser, { isForced: true })',
    'tokenOf(auth.currentUser, { isForced: false })',
    'identity/calls',
  ],
  [
    ['S91', 'S142'],
    fault,
    "code: 'sdk-fault'",
    "code: 'other-fault'",
    'identity/provider-answers',
    'identity/fault',
  ],
  [
    'S95',
    'lib/http/firebase-files.ts',
    'return identity.authDomain === new URL(origin).host',
    'return true',
    'identity/firebase-files',
  ],
  [
    'S109–S110',
    'lib/config/identity.ts',
    "typeof projectId !== 'string' || projectId === ''",
    "projectId === ''",
    'config/settings',
  ],
]
