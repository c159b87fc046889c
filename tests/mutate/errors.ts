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
    'lib/server/http/request-guards/security-headers.ts',
    "    ? referenceOf(String(response.getHeader('x-request-id') ?? ''))\n",
    "    ? encodeURIComponent(String(findOpenRequest(String(response.getHeader('x-request-id')))?.printedError ?? ''))" +
      " ||\n      referenceOf(String(response.getHeader('x-request-id') ?? ''))\n",
    'errors/places',
  ],
  [
    '16.5.3',
    'lib/guard.ts',
    'const answer = match.needsSession ? await unavailable(request) : pass(request, match)',
    'const answer = pass(request, match)',
    'errors/elsewhere',
  ],
  ['S105', 'lib/browser/errors/chunk-reload.ts', '  location.reload()\n', '', 'errors/chunk-failure'],
]
