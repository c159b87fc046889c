/** The log of a busy day as Foyer would write it: mostly other events, and about three errors in a hundred lines. */

/** An error that happens again and again. Of a list, each time one value is picked; `*` is another word each time. */
type Fault = {
  /** Of ten thousand lines. */
  share: number
  paths: readonly string[]
  /** False is a person. */
  bots: readonly (string | false)[]
  fields: Readonly<Record<string, unknown>>
}

const crawlers = ['Googlebot', 'bingbot', 'YandexBot', 'facebookexternalhit'] as const
const missing = { level: 'info', event: 'route.unknown', status: 404 }

function thrown(place: string, name: string, message: string) {
  const frames = [
    'SharedNote (/srv/foyer/.next/server/app/share/[uuid]/page.js:1:20417)',
    'process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    'async renderToHTMLImpl (/srv/foyer/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:17:38143)',
    'async doRender (/srv/foyer/node_modules/next/dist/server/base-server.js:1650:34)',
  ].map((frame) => `    at ${frame}`)
  return { place, name, message, stack: [`${name}: ${message}`, ...frames].join('\n'), causes: [] }
}

const undefinedNote = thrown(
  'render',
  'TypeError',
  "Cannot read properties of undefined (reading 'expiresAt')",
)
const timeout = thrown(
  'render',
  'QueryTimeout',
  'canceling statement due to statement timeout after 10000 ms',
)
const hydration = thrown('browser', 'NotFoundError', "Failed to execute 'removeChild' on 'Node'")
const scanned = ['/wp-login.php', '/.env', '/admin/*', '/old/*.php', '/*/config.json', '/backup-*.zip']
const absent = { ...missing, event: 'page.not-found', route: '/share/{uuid}' }

const faults: readonly Fault[] = [
  { share: 280, paths: scanned, bots: [false, 'curl', 'bingbot', 'zgrab'], fields: missing },
  { share: 6, paths: ['/help/*'], bots: [false], fields: { ...missing, referrer: '/privacy' } },
  { share: 4, paths: ['/blog'], bots: [false], fields: { ...missing, referrer: 'https://news.example.org' } },
  { share: 30, paths: ['/share/…'], bots: [false, false, ...crawlers], fields: absent },
  { share: 2, paths: ['/app'], bots: [false], fields: { status: 503, route: '/app', ...timeout } },
  { share: 3, paths: ['/login'], bots: [false], fields: { status: null, route: '/login', ...hydration } },
  { share: 1, paths: ['/share/…'], bots: crawlers, fields: { route: '/share/{uuid}', ...undefinedNote } },
]

/** The day's lines by time, in pieces of about 1 MB. Equal arguments have equal lines. */
export function* busyDay(lines: number, from: number): Generator<Buffer> {
  const random = createRandom(from)
  let piece = ''
  for (let number = 0; number < lines; number++) {
    const time = new Date(from + dayMs * timeOfDay(number / lines)).toISOString()
    const fault = pickFault(random() * 10_000)
    piece += fault ? errorLine(time, fault, random) : otherLine(time, random)
    if (piece.length < 1_000_000) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

const dayMs = 24 * 60 * 60 * 1_000

/** How much of the day is over after a part of its lines: nights are quieter than afternoons. */
function timeOfDay(part: number): number {
  return part + 0.09 * Math.sin(2 * Math.PI * part)
}

function pickFault(drawn: number): Fault | undefined {
  let sum = 0
  return faults.find(({ share }) => {
    sum += share
    return drawn < sum
  })
}

function errorLine(time: string, { paths, bots, fields }: Fault, random: () => number): string {
  const id = uuidOf(random)
  const bot = pick(bots, random)
  const { level = 'error', event = 'error.thrown', status = 500, route = null, ...more } = fields
  const path = pick(paths, random).replace('*', id.slice(24, 30))
  return `${JSON.stringify({
    ...{ level, time, event, requestId: id, reference: id.slice(0, 13), status, method: 'GET', route, path },
    ...{
      bot,
      botKind: bot ? 'crawler' : undefined,
      rendered: !bot,
      ...more,
      buildId: '4jkPRwYp3twV4Nn3JO2P6',
    },
  })}\n`
}

function otherLine(time: string, random: () => number): string {
  const [level, event, rest] = pick(otherEvents, random)
  const userId = uuidOf(random).replaceAll('-', '').slice(0, 28)
  return `{"level":"${level}","time":"${time}","event":"${event}","requestId":"${uuidOf(random)}","userId":"${userId}",${rest}}\n`
}

type OtherEvent = [level: string, event: string, rest: string]
const renewed = '"sessionId":"6f1d2c3b4a59","method":"cookie","ageSeconds":3312'
const opened = '"provider":"password","isNew":false,"clientAddress":"203.0.113.7"'
const printed = '"message":"fetch for over 2MB of data can not be cached, as a \\"reference\\" is missing"'

const otherEvents: readonly OtherEvent[] = [
  ...Array<OtherEvent>(13).fill(['info', 'session.renewed', renewed]),
  ...Array<OtherEvent>(4).fill(['info', 'session.opened', opened]),
  ['info', 'passkey.accepted', '"purpose":"sign-in","credential":"iCloud Keychain"'],
  ['info', 'request.aborted', '"method":"POST","path":"/api/notes","reason":"client-closed"'],
  ['warn', 'console.printed', printed],
]

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}

function uuidOf(random: () => number): string {
  const digits = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  )
  const [a = '', b = '', c = '', d = ''] = digits
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** A linear congruential generator (Numerical Recipes): from 0 to 1, not 1 itself. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
