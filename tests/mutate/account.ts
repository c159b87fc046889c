/** Broken rules of the account and its second factors, for rows that mostly a built site shows. */
import type { Line } from './mutation'

const firebaseAccount = 'lib/browser/identity/firebase/account.ts'
const enrollment = 'lib/browser/identity/firebase/enrollment.ts'
const words = 'lib/identity/error-words.ts'

export const account: readonly Line[] = [
  [
    '7.4.3',
    'lib/browser/account/sessions.ts',
    'const haveOthersEnded = await signOutElsewhere(config)\n',
    'const haveOthersEnded = session !== null\n',
    'account/password',
  ],
  [
    ['7.5.1', '6.2.2', '6.8.4'],
    'lib/session/recent-sign-in.ts',
    'recentForMs = 5 * 60_000',
    'recentForMs = 60 * 60_000',
    'account/confirmation',
    'account/endpoint',
  ],
  [
    '6.3.3',
    'lib/server/session/create.ts',
    'state.hasSecondFactor && !token.secondFactor && !token.passkey',
    'false',
    'session/second-factor',
  ],
  [
    '6.5.6',
    enrollment,
    'await multiFactor(user).unenroll(factorId)',
    'await user.reload()',
    'second-factor/account',
  ],
  [
    '6.6.1',
    enrollment,
    '(code) => phoneAssertion(verification, code)',
    "() => phoneAssertion(verification, '000000')",
    'second-factor/account',
  ],
  [
    '6.6.2',
    'lib/browser/identity/firebase/second-factor.ts',
    'void sent.set(id, verificationId)',
    'void (sent.has(id) || sent.set(id, verificationId))',
    'second-factor/sign-in',
  ],
  ['6.6.3', words, "codes: 'too-many-requests'", "codes: 'other-too-many-requests'", 'second-factor/sign-in'],
  [['8.1.2', 'S21'], 'lib/account.ts', 'maxNameLength = 200', 'maxNameLength = 300', 'account/profile-form'],
  ['S74', firebaseAccount, 'if (user.uid === userId) return', 'if (user.uid) return', 'account/confirmation'],
  [
    'S87',
    'lib/browser/identity/firebase/pending-link.ts',
    '!isSame(pending.email, user.email)',
    'isSame(pending.email, user.email)',
    'sign-in/account-exists',
  ],
  [
    'S93',
    'lib/server/account/account.ts',
    'await deleteUser(userId)',
    'await deleteUser(id)',
    'account/deletion',
  ],
  ['S122', firebaseAccount, 'stored?.uid === userId', 'stored?.uid === email', 'identity/sdk'],
  [
    'S123',
    words,
    "codes: 'multi-factor-auth-required'",
    "codes: 'other-multi-factor'",
    'identity/specified-words',
  ],
  ['passkeys of a person', 'lib/passkeys.ts', 'maxPasskeys = 20', 'maxPasskeys = 21', 'passkeys/changes'],
  [
    ['7.5.2', '6.3.5'],
    'lib/server/account/sessions.ts',
    'Number(other.isThis) - Number(one.isThis))',
    'Number(other.isThis) - Number(one.isThis)).slice(0, 1)',
    'account/sessions',
  ],
  [
    '6.4.4',
    'lib/server/passkeys/second-factors.ts',
    'if (!passkey) return',
    'if (passkey) return',
    'passkeys/changes',
  ],
  ['6.8.1', 'components/sign-in/linking.tsx', '    setPendingLink(null)\n', '', 'sign-in/account-exists'],
]
