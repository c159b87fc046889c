/** Broken rules of the identity errors' words. */
import type { Line } from './mutation'

const errorWords = 'lib/identity/error-words.ts'

export const words: readonly Line[] = [
  ['S132–S136', errorWords, "'Wrong email or password.'", "'Wrong password.'", 'identity/error-words'],
  ['S108', errorWords, 'Something went wrong on our side.', 'Something broke.', 'identity/error-words'],
  [
    'S111',
    'lib/identity/fallback-words.ts',
    'We couldn’t reach the sign-in service.',
    'We couldn’t reach anything.',
    'identity/error-words',
  ],
  [
    'S112–S115',
    errorWords,
    'Your browser blocked the sign-in window.',
    'Your browser did something.',
    'identity/error-words',
  ],
  ['S116', errorWords, "'unauthorized-domain': '", "'other-domain': '", 'identity/error-words'],
  [
    'S119–S120',
    errorWords,
    "token-expired invalid-user-token user-signed-out null-user no-user':",
    "token-expired user-signed-out null-user no-user':",
    'identity/error-words',
  ],
  ['S121', errorWords, "'user-mismatch': '", "'user-mismatched': '", 'identity/error-words'],
  [
    'S125–S126',
    errorWords,
    "'unsupported-password-policy-schema-version': '",
    "'other-schema-version': '",
    'identity/error-words',
  ],
  ['S127', errorWords, 'This sign-in was blocked.', 'This sign-in was stopped.', 'identity/error-words'],
  ['S137', errorWords, "'requires-recent-login ", "'", 'identity/error-words'],
  ['S138', errorWords, "'user-token-expired ", "'", 'identity/error-words'],
  [
    'S139–S140',
    errorWords,
    "'request-new-link': 'expired-action-code",
    "'request-new-link': '",
    'identity/error-words',
  ],
  ['S141', errorWords, "'admin-restricted-operation': '", "'other-operation': '", 'identity/error-words'],
  ['6.6.3', errorWords, "'too-many-requests': '", "'other-too-many-requests': '", 'second-factor/sign-in'],
  ['S123', errorWords, "'multi-factor-auth-required': '", "'other-multi-factor': '", 'identity/error-words'],
]
