/** Broken rules of the log. */
import type { Line } from './mutation'

export const log: readonly Line[] = [
  ["a browser's error report", 'lib/log/scrub.ts', String.raw`/eyJ[\w-]{5,}`, '/eyX', 'log/scrub'],
  ['log lines', 'lib/server/log/deduplicate.ts', 'anybody: 200', 'anybody: 2_000', 'log/deduplicate'],
  ['16.1.1', 'lib/log/events.ts', "  'account.secured':", "  'account.unlisted':", 'docs/names'],
  ['16.2.4', 'lib/log/error-line.ts', "typeof field === 'string'", 'field !== undefined', 'logs/record'],
  ['16.4.1', 'lib/log/record.ts', String.raw`[\p{Cc}\p{Cf}`, String.raw`[\p{Cc}`, 'log/output'],
  [
    ['16.2.1', '16.2.2'],
    'lib/log/record.ts',
    'new Date().toISOString()',
    'new Date().toISOString().slice(0, 10)',
    'log/output',
  ],
]
