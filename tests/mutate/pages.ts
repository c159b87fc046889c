/** Broken rules of pages and builds. */
import type { Line } from './mutation'

const pagesFile = 'lib/site/pages.ts'

export const pages: readonly Line[] = [
  ['3.7.2', 'lib/site/return-path.ts', 'url.origin !== base', 'false', 'site/return-path'],
  [
    'S76',
    pagesFile,
    "pattern: paths.app, rendering: 'dynamic', guard: 'session'",
    "pattern: paths.app, rendering: 'dynamic', guard: 'none'",
    'site/routes',
  ],
  ['S104', 'lib/builds/route-rules.ts', '!guards.includes(guard)', 'false', 'builds/route-rules'],
  [
    'S7',
    pagesFile,
    "paths.home, rendering: 'static', guard: 'none'",
    "paths.home, rendering: 'static', guard: 'session'",
    'site/routes',
  ],
  [
    'S9–S11',
    pagesFile,
    "paths.privacy, rendering: 'static', guard: 'none'",
    "paths.privacy, rendering: 'static', guard: 'session'",
    'site/routes',
  ],
  ['S16', 'lib/site/paths.ts', 'pattern.length === segments.length && ', '', 'site/routes'],
  ['S80', 'lib/browser/builds/poll.ts', 'pollMs = 60 * 60_000', 'pollMs = 600 * 60_000', 'builds/follow'],
  ['S103', 'lib/site/paths.ts', 'parseUuid(segment) !== null', "segment !== ''", 'site/routes'],
  ['S151', 'lib/browser/builds/watch.ts', 'pollAfterMs = 1_000', 'pollAfterMs = 100', 'builds/follow'],
  ['S2', 'lib/site/routes.ts', "contact: '/contact',", "contact: '/contacts',", 'site/routes'],
  ['S6', 'app/layout.tsx', 'preload: true', 'preload: false', 'layout/public-pages'],
  [
    ['S20', 'S23', 'S102'],
    'app/not-found.tsx',
    '      <h1>Page Not Found</h1>\n      <NotFoundPath />\n',
    '      <h1>Nothing Here</h1>\n',
    'guard/guard',
    'layout/public-pages',
  ],
  [
    'S62',
    'lib/browser/http/navigation.ts',
    '  clearTimeout(timer)\n  slow.set(false)',
    '  clearTimeout(timer)',
    'layout/page-progress',
  ],
  ['S63', 'components/ui/site-link.tsx', 'isBuildStale() || isForNewTab', 'isForNewTab', 'builds/new-build'],
  [
    ['S79', 'S81', 'S82'],
    'lib/server/builds/builds.ts',
    'buildId !== build.id',
    "buildId === ''",
    'builds/endpoint',
  ],
  ['S153', 'components/ui/site-link.tsx', ' onPointerEnter={prepare}', '', 'ui/site-link'],
]
