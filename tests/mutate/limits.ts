/** A broken limit for each row of docs/limits.md that a unit test proves. */
import type { Line } from './mutation'

const guardServer = 'lib/server/http/request-guards/guard-server.ts'
const refusal = 'lib/server/http/request-guards/refusal.ts'
const markdown = 'lib/server/notes/markdown.ts'

export const limits: readonly Line[] = [
  ['an upgrade', guardServer, '    ignoreUpgrades(server)\n', '', 'http/guard-server'],
  ['slow headers', guardServer, 'headersTimeout: 15_000', 'headersTimeout: 60_000', 'http/guard-server'],
  ['an unknown method', refusal, '(headersDistinct.host?.length ?? 0) > 1', 'false', 'http/refusal'],
  [
    'headers that parts of Next',
    guardServer,
    '  if (!isDevelopment) dropNextHeaders(request)\n',
    '',
    'http/guard-server',
  ],
  ['in emulator mode', refusal, 'if (isEmulated && ', 'if (!isEmulated && ', 'http/refusal'],
  [
    'several cookies',
    'lib/session/cookies.ts',
    'maxCheckedCookies = 4',
    'maxCheckedCookies = 5',
    'session/cookies',
  ],
  [
    'renewals',
    'lib/browser/session/renewal.ts',
    'firstPauseMs = 30_000',
    'firstPauseMs = 5_000',
    'session/open-page',
  ],
  ["a browser's error report", 'lib/log/scrub.ts', String.raw`/eyJ[\w-]{5,}`, '/eyX', 'log/scrub'],
  [
    "Firebase's sign-in pages",
    'lib/server/identity/firebase-files.ts',
    'freshForMs = 10 * 60_000',
    'freshForMs = 60_000',
    'identity/firebase-files',
  ],
  ['log lines', 'lib/server/log/deduplicate.ts', 'anybody: 200', 'anybody: 2_000', 'log/deduplicate'],
  [
    'writes of a signed-in person',
    'lib/notes/limits.ts',
    'byteLength(text) > maxTextBytes',
    'text.length > maxTextBytes',
    'notes/notes',
  ],
  ['notes that a person opens', markdown, 'maxCells = 20_000', 'maxCells = 20_000_000', 'notes/markdown'],
  [
    'sessions that a person opens',
    'lib/server/database/session-ends.ts',
    '.offset(maxSessions)',
    '.offset(maxSessions + 1)',
    'database/store-embedded',
  ],
  [
    'searches of a signed-in person',
    'lib/notes/fold.ts',
    '2 * text.length + slack',
    'Infinity',
    'notes/fold',
  ],
  [
    'the list, polled every 15 seconds by visible pages',
    'lib/server/database/note-list.ts',
    'last: max(notes.changedAt)',
    'last: max(notes.createdAt)',
    'database/note-plans',
  ],
  [
    'the export',
    'lib/server/account/export.ts',
    '  yield* streamItems(listAllTrashed(userId))\n',
    '',
    'database/person-tables',
  ],
  [
    'other users of the machine',
    'lib/server/private-folder.ts',
    'await chmod(folder, 0o700)',
    'await chmod(folder, 0o750)',
    'database/private-folder',
  ],
  [
    'what readers leave',
    'lib/server/database/shares.ts',
    'maxOpenings = 2_000',
    'maxOpenings = 20_000',
    'database/store-embedded',
  ],
]
