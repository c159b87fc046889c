/** Broken rules of sessions and passkeys, for rows that only a built site shows. */
import type { Line } from './mutation'

const create = 'lib/server/session/create.ts'
const rateLimit = 'lib/server/database/rate-limit.ts'
const guard = 'lib/guard.ts'

export const session: readonly Line[] = [
  [
    'answers to challenges that are refused',
    rateLimit,
    "'invalid-passkey': { points: 60",
    "'invalid-passkey': { points: 600",
    'passkeys/refusals',
  ],
  [
    ['invalid tokens', 'a stolen token that still verifies', '6.1.1', '6.3.1'],
    create,
    "return retryAfterSeconds === null ? null : { status: 'limited', code: 'rate-limited', retryAfterSeconds }",
    'return null',
    'session/invalid-tokens',
  ],
  [
    'challenges for a sign-in by passkey',
    rateLimit,
    "'passkey-options': { points: 300,",
    "'passkey-options': { points: 400,",
    'passkeys/refusals',
  ],
  [
    'answers to challenges that are refused',
    'lib/server/passkeys/assertion.ts',
    "  if (!verified.verified) return refused('passkey-refused', 'signature')\n",
    '',
    'passkeys/attacks',
  ],
  ['3.3.1, 3.3.2, 3.3.4', 'lib/session/token.ts', 'httpOnly: true', 'httpOnly: false', 'session/endpoint'],
  ['3.3.3', 'lib/server/session/current.ts', '.size > 1) return', '.size > 2) return', 'session/two-cookies'],
  [
    '3.3.5',
    'lib/server/identity/identity.ts',
    'cookie.length > maxCookieBytes',
    'cookie.length > 2 * maxCookieBytes',
    'session/oversized-cookie',
  ],
  [
    ['7.2.1', '6.3.4', '8.2.1', 'S12', 'S15'],
    guard,
    "if (check.status === 'valid') return pass(request, match)",
    "if (check.status !== 'unknown') return pass(request, match)",
    'guard/guard',
  ],
  [
    '7.2.4',
    create,
    "const replacesHash = 'cookie' in current ? tokenHashOf(current.cookie) : undefined",
    'const replacesHash = undefined',
    'session/mint-rules',
  ],
  [
    ['7.3.1, 7.3.2', '7.6.2', '6.1.3'],
    'lib/server/session/renew.ts',
    'session.expiresAt * 1000 + graceMs',
    'session.expiresAt * 1000 + 2 * graceMs',
    'session/mint-rules',
  ],
  [
    '7.4.4',
    'lib/site/routes.ts',
    "signedOut: sitePath(paths.home, { 'signed-out': '1' })",
    'signedOut: sitePath(paths.home)',
    'sign-in/sign-in',
  ],
  [
    '6.7.1',
    'lib/server/database/passkeys.ts',
    '.set({ counter, isBackupEligible, isBackedUp, lastUsedAt: now })',
    ".set({ counter, isBackupEligible, isBackedUp, lastUsedAt: now, publicKey: 'AAAA' })",
    'passkeys/attacks',
  ],
  [
    '8.2.3',
    'lib/server/database/user-rows.ts',
    '      .where(eq(sessions.userId, userId))\n      .orderBy(desc(sessions.createdAt))\n',
    '      .orderBy(desc(sessions.createdAt))\n',
    'account/endpoint',
  ],
  ['8.3.2', 'lib/server/session/current.ts', ' && row.revokedAt === null && ', ' && ', 'session/instances'],
  ['14.3.1', 'lib/browser/site-data.ts', '      local.removeItem(key)\n', '', 'session/sign-out-button'],
]
