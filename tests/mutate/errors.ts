/** Broken rules of errors. */
import type { Line } from './mutation'

export const errors: readonly Line[] = [
  [
    '14.2.6',
    'lib/errors/errors.ts',
    "scrub(fieldOf(thrown, 'message'), maxMessageLength)",
    "fieldOf(thrown, 'message')",
    'errors/errors',
  ],
  [
    '16.2.5',
    'lib/errors/errors.ts',
    "scrub(fieldOf(thrown, 'stack'), maxStackLength)",
    "fieldOf(thrown, 'stack')",
    'errors/errors',
  ],
  ['S25', 'lib/errors/bots.ts', '|| otherCrawlers.test(agent)', '', 'errors/bots'],
  [
    'S152',
    'lib/browser/errors/chunk-reload.ts',
    'if (stored?.path === path && ',
    'if (stored?.path === null && ',
    'errors/chunk-reload',
  ],
  [
    ['16.3.4', '16.5.4'],
    'lib/server/start.ts',
    'captureConsole(reportProcessError)',
    'captureConsole(() => undefined)',
    'errors/elsewhere',
  ],
  [
    '16.5.1',
    'lib/server/errors.ts',
    '  if (open) open.isReported = true\n  const answer',
    "  if (open) open.isReported = true\n  open?.response.setHeader('x-cause', encodeURIComponent(String(Reflect.get(Object(error), 'cause'))))\n  const answer",
    'errors/places',
  ],
  [
    '16.5.3',
    'lib/server/guard/guard.ts',
    'return match.needsSession ? unavailable(request) :',
    'return',
    'errors/elsewhere',
  ],
  ['S105', 'lib/browser/errors/chunk-reload.ts', '  location.reload()\n', '', 'errors/chunk-failure'],
]
