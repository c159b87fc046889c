/** Broken rules of HTTP. */
import type { Line } from './mutation'

const securityHeaders = 'lib/http/security-headers.ts'
const front = 'lib/server/front/front.ts'
const refusal = 'lib/server/front/refusal.ts'

export const http: readonly Line[] = [
  ['an upgrade', front, '    ignoreUpgrades(server)\n', '', 'http/guard-server'],
  ['slow headers', front, 'headersTimeout: 15_000', 'headersTimeout: 60_000', 'http/guard-server'],
  ['an unknown method', refusal, '(headersDistinct.host?.length ?? 0) > 1', 'false', 'http/refusal'],
  [
    'headers that parts of Next',
    front,
    '  if (!isDevelopment) dropNextHeaders(request)\n',
    '',
    'http/guard-server',
  ],
  ['a long target', refusal, '  if (isTooLong(url)) return tooLong\n', '', 'http/refusal'],
  ['a long user agent', front, '  shortenUserAgent(request)\n', '', 'http/guard-server'],
  ['in emulator mode', refusal, 'if (isEmulated && ', 'if (!isEmulated && ', 'http/refusal'],
  [
    '3.4.3, 3.4.6, 3.4.8',
    securityHeaders,
    `'frame-ancestors': ["'none'"]`,
    `'frame-ancestors': ["'self'"]`,
    'http/security-headers',
  ],
  ['S124', 'lib/http/page-policy.ts', 'return recaptcha ||', 'return', 'http/security-headers'],
  ['3.4.1', securityHeaders, 'max-age=63072000', 'max-age=0', 'http/public-site'],
  [
    'a body where none is read',
    refusal,
    '(isReading ? 0 : maxBodyBytes)',
    '(isReading ? Number.POSITIVE_INFINITY : maxBodyBytes)',
    'http/sockets',
  ],
  [
    'more than 16 KB of headers',
    'lib/server/front/front.ts',
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
    '6.3.2',
    refusal,
    'if (isEmulated && !(host !== null && isLoopback(host)))',
    'if (isEmulated && host === null)',
    'http/sockets',
  ],
  [
    ['14.2.2, 14.2.5', '14.3.2'],
    securityHeaders,
    "'private, no-store'",
    "'public, no-cache'",
    'http/headers',
  ],
  [
    '16.3.2',
    'lib/server/http/answer.ts',
    "log('warn', 'access.refused',",
    "log('debug', 'access.refused',",
    'http/refusals',
  ],
  ['S34', 'lib/http/standalone.ts', ', isEmulated })', ', isEmulated: false })', 'http/security-headers'],
]
