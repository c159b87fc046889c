/** Broken rules of HTTP and the log, for rows that only a built site shows. */
import type { Line } from './mutation'

const refusal = 'lib/server/http/request-guards/refusal.ts'
const create = 'lib/server/session/create.ts'
const securityHeaders = 'lib/http/security-headers.ts'
const guard = 'lib/guard.ts'

export const http: readonly Line[] = [
  ['3.4.1', securityHeaders, 'max-age=63072000', 'max-age=0', 'http/public-site'],
  [
    'a body where none is read',
    refusal,
    '(isReading ? 0 : maxBodyBytes)',
    '(isReading ? Number.POSITIVE_INFINITY : maxBodyBytes)',
    'http/sockets',
  ],
  [
    ['a body to an endpoint', "a browser's report of a sign-in"],
    'lib/server/http/request.ts',
    "  const text = await readText(request, maxBytes)\n  if (text === null) return { status: 'refused'",
    "  const text = await readText(request, 2 * maxBytes)\n  if (text === null) return { status: 'refused'",
    'http/bodies',
    'session/attempts-endpoint',
  ],
  [
    'more than 16 KB of headers',
    'lib/server/http/request-guards/broken-requests.ts',
    `    ['clear-site-data', '"cookies"'],\n`,
    '',
    'http/too-many-cookies',
  ],
  ['image optimization', 'next.config.ts', 'images: { unoptimized: true }', 'images: {}', 'http/sockets'],
  [
    'disconnecting while sending',
    'lib/server/errors.ts',
    "['AbortError', 'ResponseAborted', 'ECONNRESET']",
    "['AbortError', 'ResponseAborted']",
    'http/sockets',
  ],
  [
    '3.5.1',
    'lib/http/origin.ts',
    'return origin !== null && origin !== own',
    'return false',
    'session/endpoint',
  ],
  [
    '6.3.2',
    refusal,
    'if (isEmulated && !(host !== null && isLoopback(host)))',
    'if (isEmulated && host === null)',
    'http/sockets',
  ],
  [
    '8.4.2',
    'app/debug-config/page.tsx',
    'reportSettings(siteConfig().public)',
    'reportSettings(siteConfig())',
    'guard/guard',
  ],
  [
    ['14.2.2, 14.2.5', '14.3.2'],
    securityHeaders,
    "'private, no-store'",
    "'public, no-cache'",
    'http/headers',
  ],
  [
    ['16.2.1', '16.2.2'],
    'lib/log/record.ts',
    'new Date().toISOString()',
    'new Date().toISOString().slice(0, 10)',
    'log/server-log',
  ],
  [
    ['16.3.1', '16.3.3'],
    create,
    "else if ('code' in result) log('warn',",
    "else if ('code' in result) log('debug',",
    'session/invalid-tokens',
  ],
  [
    '16.3.2',
    'lib/server/http/answer.ts',
    "log('warn', 'access.refused',",
    "log('debug', 'access.refused',",
    'http/refusals',
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
    guard,
    'const answer = match.needsSession ? await unavailable(request) : pass(request, match)',
    'const answer = pass(request, match)',
    'errors/elsewhere',
  ],
]
