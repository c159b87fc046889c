/** The site with its session check taken out, in a copy: the same page for everybody, as the measure for the check. */
import type { Edit } from './edited-copy'

/**
 * Middleware and page take for granted what the check would have found; everything else stays as it is. `cookies()`
 * is asked for still, or Next would render the page once and for all when it builds.
 */
export const withoutCheck: readonly Edit[] = [
  {
    file: 'lib/guard.ts',
    found: '  const check = await checkCookie(request)\n',
    replacement: "  const check = { status: 'valid' }\n",
  },
  {
    file: 'lib/server/session/session.ts',
    found: '  const found = await requestSession()\n',
    replacement: [
      "  await (await import('next/headers')).cookies()",
      '  const session = JSON.parse(process.env.MEASURED_SESSION)',
      "  const found = { status: 'valid', session: { ...session, openedAt: new Date(session.openedAt) } }",
      '',
    ].join('\n'),
  },
]
