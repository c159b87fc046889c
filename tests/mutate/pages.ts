/** Broken rules of pages, consent, notes and errors, for rows that mostly a built site shows. */
import type { Line } from './mutation'

const guard = 'lib/guard.ts'
const layout = 'app/layout.tsx'
const analytics = 'lib/browser/consent/analytics.ts'
const link = 'components/ui/site-link.tsx'

export const pages: readonly Line[] = [
  [
    '14.2.3',
    analytics,
    "const pattern = pageAt(path)?.pattern ?? '/404'",
    'const pattern = path',
    'consent/nothing-personal',
  ],
  [
    '14.3.3',
    'lib/browser/notes/drafts.ts',
    'tryStorage(({ session }) => {\n    session.setItem(personal.drafts',
    'tryStorage(({ local }) => {\n    local.setItem(personal.drafts',
    'consent/inventory-walk',
  ],
  ['S2', 'lib/site/routes.ts', "contact: '/contact',", "contact: '/contacts',", 'site/routes'],
  [
    ['S3–S4', 'S101'],
    'app/api/notes/[id]/route.ts',
    'saveNote(session, { id, base, ...written }',
    'saveNote(session, { id, base: null, ...written }',
    'notes/endpoint',
  ],
  [
    'S78',
    'lib/server/database/note-list.ts',
    '.where(and(eq(notes.userId, userId), condition))',
    '.where(condition)',
    'notes/endpoint',
  ],
  [['S5', 'S47'], layout, '        <Consent />\n', '', 'layout/banners', 'consent/appearance'],
  ['S6', layout, 'preload: true', 'preload: false', 'layout/public-pages'],
  [
    'S14',
    'app/debug-config/page.tsx',
    'reportSettings(siteConfig().public).map',
    'reportSettings(siteConfig().public).slice(1).map',
    'guard/guard',
  ],
  ['S18', guard, 'routes.loginThen(next)', 'routes.login', 'guard/guard'],
  [
    ['S19', 'S22', 'S24', 'S106'],
    'components/errors/failure.tsx',
    '({ ServerError }) => setView(() => ServerError)',
    '() => setView(() => MinimalFailure)',
    'errors/places',
    'consent/global-error',
  ],
  [
    ['S20', 'S23', 'S102'],
    'app/not-found.tsx',
    '      <h1>Page Not Found</h1>\n      <NotFoundPath />\n',
    '      <h1>Nothing Here</h1>\n',
    'guard/guard',
    'layout/public-pages',
  ],
  [
    ['S26', 'S143'],
    'lib/consent/keys.ts',
    'bannerDelayMs = 1000',
    'bannerDelayMs = 2000',
    'consent/appearance',
  ],
  [
    'S27–S28',
    'components/consent/view.tsx',
    'improve your experience and analyze traffic.',
    'improve your experience.',
    'consent/banner',
  ],
  [['S29–S33', 'S48'], 'lib/browser/consent/choice.ts', '  saveConsent(record)\n', '', 'consent/dialog'],
  ['S34', 'lib/http/unavailable.ts', ', isEmulated })', ', isEmulated: false })', 'http/security-headers'],
  [
    'S62',
    'lib/browser/http/navigation.ts',
    '  clearTimeout(timer)\n  slow.set(false)',
    '  clearTimeout(timer)',
    'layout/page-progress',
  ],
  ['S63', link, 'isBuildStale() || isForNewTab', 'isForNewTab', 'builds/new-build'],
  [
    'S64',
    'components/notes/status.tsx',
    'describeNoteProblem(status.problem)',
    'status.status',
    'notes/editor',
  ],
  [
    ['S79', 'S81', 'S82'],
    'lib/server/builds/builds.ts',
    'buildId !== build.id',
    "buildId === ''",
    'builds/endpoint',
  ],
  [
    ['S97–S98', 'S99', 'S100'],
    analytics,
    "window.gtag?.('event', name, parameters)",
    "window.gtag?.('event', 'other', parameters)",
    'consent/hits',
  ],
  ['S105', 'lib/browser/errors/chunk-reload.ts', '  location.reload()\n', '', 'errors/chunk-failure'],
  ['S153', link, ' onPointerEnter={prepare}', '', 'ui/site-link'],
]
