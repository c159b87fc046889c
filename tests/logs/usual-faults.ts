/** What goes wrong on two days of a site that is well, all in all: the second begins, grows and ends some of it. */
import type { Fault } from './busy-day'

const stackOf = (head: string, ...frames: string[]) =>
  [head, ...frames.map((frame) => `    at ${frame}`), ...nextFrames].join('\n')

const nextFrames = [
  'process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  'async renderToHTMLImpl (/srv/foyer/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:17:38143)',
  'async doRender (/srv/foyer/node_modules/next/dist/server/base-server.js:1650:34)',
  'async responseGenerator (/srv/foyer/node_modules/next/dist/server/base-server.js:1911:28)',
].map((frame) => `    at ${frame}`)

function thrown(name: string, message: string, ...frames: string[]) {
  return { name, message, stack: stackOf(`${name}: ${message}`, ...frames) }
}

const crawlers = ['Googlebot', 'bingbot', 'YandexBot', 'facebookexternalhit'] as const

const scanned: Fault = {
  share: 280,
  paths: [
    '/wp-login.php',
    '/.env',
    '/admin/*',
    '/old/*.php',
    '/xmlrpc.php',
    '/*/config.json',
    '/backup-*.zip',
  ],
  bots: [false, 'curl', 'bingbot', 'zgrab'],
  fields: { level: 'info', event: 'route.unknown', status: 404 },
}

const brokenLinks: Fault = {
  share: 6,
  paths: ['/help/sharing', '/terms/2024'],
  referrers: ['/share/welcome', '/privacy', null],
  bots: [false, false, 'Googlebot'],
  fields: { level: 'info', event: 'route.unknown', status: 404 },
}

const linkedFromElsewhere: Fault = {
  share: 4,
  paths: ['/blog/2026/opening'],
  referrers: ['https://news.example.org', 'https://forum.example.net'],
  bots: [false, 'Googlebot'],
  fields: { level: 'info', event: 'route.unknown', status: 404 },
}

const turnedOff: Fault = {
  share: 30,
  paths: ['/share/…'],
  bots: [false, false, ...crawlers],
  fields: { level: 'info', event: 'page.not-found', status: 404, route: '/share/{uuid}' },
}

const usual: readonly Fault[] = [scanned, brokenLinks, linkedFromElsewhere, turnedOff]

const timeout: Fault = {
  share: 2,
  paths: ['/app'],
  bots: [false],
  fields: {
    status: 503,
    route: '/app',
    place: 'render',
    ...thrown(
      'QueryTimeout',
      'canceling statement due to statement timeout after 10000 ms',
      'listNotes (/srv/foyer/.next/server/chunks/4120.js:2:1187)',
      'NotesPage (/srv/foyer/.next/server/app/app/page.js:1:4410)',
    ),
  },
}

const hydration: Fault = {
  share: 3,
  paths: ['/login'],
  bots: [false, 'Googlebot'],
  fields: {
    status: null,
    route: '/login',
    place: 'browser',
    ...thrown(
      'NotFoundError',
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      'removeChild (https://foyer.example/_next/static/chunks/9c1.js:1:88120)',
      'commitDeletion (https://foyer.example/_next/static/chunks/9c1.js:1:91377)',
    ),
  },
}

const thumbnail: Fault = {
  share: 1,
  paths: ['/share/…'],
  bots: ['facebookexternalhit', 'Slackbot'],
  fields: {
    route: '/share/{uuid}/opengraph-image',
    place: 'route',
    ...thrown(
      'RangeError',
      'Invalid typed array length: 4294967295',
      'draw (/srv/foyer/.next/server/chunks/771.js:1:902)',
    ),
  },
}

const expired: Fault = {
  share: 2,
  hours: [9, 11],
  paths: ['/app', '/app/trash'],
  bots: [false],
  fields: {
    route: '/app',
    place: 'middleware',
    ...thrown(
      'JOSEError',
      'Expected 200 OK from the JSON Web Key Set HTTP response',
      'fetchKeys (/srv/foyer/.next/server/middleware.js:3:6610)',
    ),
  },
}

const undefinedNote: Fault = {
  share: 2,
  hours: [13, 17],
  paths: ['/share/…'],
  bots: [false, ...crawlers],
  fields: {
    route: '/share/{uuid}',
    place: 'render',
    ...thrown(
      'TypeError',
      "Cannot read properties of undefined (reading 'expiresAt')",
      'SharedNote (/srv/foyer/.next/server/app/share/[uuid]/page.js:1:20417)',
    ),
  },
}

const poolFull: Fault = {
  share: 0.4,
  hours: [14, 15],
  paths: ['/api/notes'],
  bots: [false],
  fields: {
    status: 503,
    route: null,
    place: 'route',
    ...thrown(
      'Error',
      'timeout exceeded when trying to connect',
      'connect (/srv/foyer/node_modules/pg-pool/index.js:45:11)',
    ),
  },
}

/** The day before. */
export const faultsBefore: readonly Fault[] = [
  ...usual,
  { ...timeout, share: 0.5 },
  hydration,
  thumbnail,
  expired,
]

/** The day that is reviewed: two are new, one has grown, and two are gone. */
export const faultsThen: readonly Fault[] = [...usual, timeout, hydration, undefinedNote, poolFull]
