/** A broken rule for each clause of docs/asvs.md that a unit test proves. */
import type { Line } from './mutation'

const token = 'lib/session/token.ts'
const policy = 'lib/identity/password-policy.ts'
const errors = 'lib/errors/errors.ts'
const sessionEnds = 'lib/server/database/session-ends.ts'

export const asvs: readonly Line[] = [
  [
    '3.4.3, 3.4.6, 3.4.8',
    'lib/http/security-headers.ts',
    `'frame-ancestors': ["'none'"]`,
    `'frame-ancestors': ["'self'"]`,
    'http/security-headers',
  ],
  ['3.2.2', 'lib/server/notes/markdown.ts', 'html: false', 'html: true', 'notes/xss'],
  ['3.7.2', 'lib/site/return-path.ts', 'url.origin !== base || ', '', 'site/return-path'],
  [
    '9.1.1 to 9.1.3',
    'lib/session/keys.ts',
    'if (keys.length === 0)',
    'if (!keys)',
    'session/keys',
    'session/token',
  ],
  ['9.2.1 to 9.2.4', token, '    audience: projectId,\n', '', 'session/token'],
  ['6.2.5', policy, '  needsNumber: false,\n', '  needsNumber: true,\n', 'identity/password-policy'],
  ['6.2.9', policy, '  maximumLength: null,\n', '  maximumLength: 32,\n', 'identity/password-policy'],
  [
    '6.4.3',
    'lib/browser/email-link/links.ts',
    'outcome.value.mode === mode',
    'outcome.value !== undefined',
    'email-link/links',
  ],
  [
    '6.7.2',
    'lib/server/database/challenges.ts',
    'queries.delete(challenges).where(eq(challenges.hash, hash)).returning(),',
    'queries.select().from(challenges).where(eq(challenges.hash, hash)),',
    'database/store-embedded',
  ],
  ['6.8.2', token, 'issuer.emulated\n', 'true\n', 'session/token'],
  [
    '8.2.2',
    'lib/server/database/notes.ts',
    'from(notes).where(matchesNote(id, userId)).limit(1)',
    'from(notes).where(eq(notes.id, id)).limit(1)',
    'database/store-embedded',
  ],
  [
    '8.3.3',
    sessionEnds,
    'endSessionsWhere(and(eq(sessions.id, id), eq(sessions.userId, userId)), now)',
    'endSessionsWhere(eq(sessions.id, id), now)',
    'database/store-embedded',
  ],
  [
    '14.2.6',
    errors,
    "scrub(fieldOf(thrown, 'message'), maxMessageLength)",
    "fieldOf(thrown, 'message')",
    'errors/errors',
  ],
  [
    '14.2.7',
    sessionEnds,
    'or(lt(sessions.revokedAt, endedBefore), isExpired)',
    'isExpired',
    'database/store-embedded',
  ],
  ['16.1.1', 'lib/log/events.ts', "  'account.secured':", "  'account.unlisted':", 'log/events'],
  ['16.2.4', 'lib/log/error-line.ts', "typeof field === 'string'", 'field !== undefined', 'logs/record'],
  [
    '16.2.5',
    errors,
    "scrub(fieldOf(thrown, 'stack'), maxStackLength)",
    "fieldOf(thrown, 'stack')",
    'errors/errors',
  ],
  ['16.4.1', 'lib/log/record.ts', String.raw`[\p{Cc}\p{Cf}`, String.raw`[\p{Cc}`, 'log/output'],
  [
    '16.5.2',
    'lib/server/database/postgres.ts',
    'connectTimeoutMs = 2_000',
    'connectTimeoutMs = 60_000',
    'database/postgres-faults',
  ],
]
