/** Broken rules, by file. */
import type { Table } from './mutation'

export const rules: Table = {
  'lib/browser/email-link/links.ts': [
    ['6.4.3', 'outcome.value.mode === mode', 'outcome.value !== undefined'],
    ['6.3.8', "code === 'user-not-found' || code === 'user-disabled'", "code === 'user-disabled'"],
  ],
  'lib/browser/session/renewal.ts': [['renewals', 'firstPauseMs = 30_000', 'firstPauseMs = 5_000']],
  'lib/errors/errors.ts': [
    ['14.2.6', "scrub(fieldOf(thrown, 'message'), maxMessageLength)", "fieldOf(thrown, 'message')"],
    ['16.2.5', "scrub(fieldOf(thrown, 'stack'), maxStackLength)", "fieldOf(thrown, 'stack')"],
  ],
  'lib/http/security-headers.ts': [
    ['3.4.3, 3.4.6, 3.4.8', "'frame-ancestors': [\"'none'\"]", "'frame-ancestors': [\"'self'\"]"],
  ],
  'lib/identity/password-policy.ts': [
    ['6.2.5', '  needsNumber: false,\n', '  needsNumber: true,\n'],
    ['6.2.9', '  maximumLength: null,\n', '  maximumLength: 32,\n'],
  ],
  'lib/log/error-line.ts': [['16.2.4', "typeof field === 'string'", 'field !== undefined']],
  'lib/log/events.ts': [['16.1.1', "  'account.secured':", "  'account.unlisted':"]],
  'lib/log/record.ts': [
    ['16.4.1', '[\\p{Cc}\\p{Cf}', '[\\p{Cc}'],
    [['16.2.1', '16.2.2'], 'new Date().toISOString()', 'new Date().toISOString().slice(0, 10)'],
  ],
  'lib/log/scrub.ts': [["a browser's error report", '/eyJ[\\w-]{5,}', '/eyX']],
  'lib/notes/fold.ts': [['searches of a signed-in person', '2 * text.length + slack', 'Infinity']],
  'lib/notes/limits.ts': [
    ['writes of a signed-in person', 'byteLength(text) > maxTextBytes', 'text.length > maxTextBytes'],
  ],
  'lib/server/database/postgres.ts': [['16.5.2', 'connectTimeoutMs = 2_000', 'connectTimeoutMs = 60_000']],
  'lib/server/database/sessions.ts': [
    ['sessions that a person opens', '.offset(maxSessions)', '.offset(maxSessions + 1)'],
    [
      '8.3.3',
      'endSessionsWhere(and(eq(sessions.id, id), eq(sessions.userId, userId)), now)',
      'endSessionsWhere(eq(sessions.id, id), now)',
    ],
    ['14.2.7', 'or(lt(sessions.revokedAt, endedBefore), isExpired)', 'isExpired'],
  ],
  'lib/server/database/signing-keys.ts': [
    [
      '6.7.2',
      '.onConflictDoNothing()\n      .returning({ hash',
      '.onConflictDoUpdate({ target: usedValues.hash, set: { expiresAt } })\n      .returning({ hash',
    ],
  ],
  'lib/server/front/front.ts': [
    ['an upgrade', '    ignoreUpgrades(server)\n', ''],
    ['slow headers', 'headersTimeout: 15_000', 'headersTimeout: 60_000'],
    ['headers that parts of Next', '  if (!isDevelopment) dropNextHeaders(request)\n', ''],
    ['a long user agent', '  shortenUserAgent(request)\n', ''],
  ],
  'lib/server/front/refusal.ts': [
    ['an unknown method', '(headersDistinct.host?.length ?? 0) > 1', 'false'],
    ['a long target', '  if (isTooLong(url)) return tooLong\n', ''],
    ['in emulator mode', 'if (isEmulated && ', 'if (!isEmulated && '],
  ],
  'lib/server/identity/firebase-files.ts': [
    ["Firebase's sign-in pages", 'freshForMs = 10 * 60_000', 'freshForMs = 60_000'],
  ],
  'lib/server/log/deduplicate.ts': [['log lines', 'anybody: 200', 'anybody: 2_000']],
  'lib/server/notes/list.ts': [
    ['the list, polled every 15 seconds by visible pages', 'max(changed_at)', 'max(created_at)'],
  ],
  'lib/server/notes/markdown.ts': [
    ['notes that a person opens', 'maxCells = 20_000', 'maxCells = 20_000_000'],
    ['3.2.2', 'html: false', 'html: true'],
  ],
  'lib/server/notes/notes.ts': [
    [
      '8.2.2',
      'from(notes).where(matchesNote(id, userId)).limit(1)',
      'from(notes).where(eq(notes.id, id)).limit(1)',
    ],
    ['writes of a signed-in person', 'usage.count >= maxNotes', 'false'],
  ],
  'lib/server/notes/room.ts': [['the export', 'trashedNotes: inBatches(', 'others: inBatches(']],
  'lib/server/notes/shares.ts': [['what readers leave', 'maxOpenings = 2_000', 'maxOpenings = 20_000']],
  'lib/server/private-folder.ts': [
    ['other users of the machine', 'await chmod(folder, 0o700)', 'await chmod(folder, 0o750)'],
  ],
  'lib/session/cookies.ts': [['several cookies', 'maxCheckedCookies = 4', 'maxCheckedCookies = 5']],
  'lib/session/token.ts': [
    ['9.1.1 to 9.1.3', 'if (keys.length === 0)', 'if (!keys)'],
    ['9.2.1 to 9.2.4', '    audience: projectId,\n', ''],
    ['6.8.2', 'issuer.emulated\n', 'true\n'],
  ],
  'lib/site/return-path.ts': [['3.7.2', 'url.origin !== base', 'false']],
}
