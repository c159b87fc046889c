/**
 * How long the review of a day with ten million lines takes, and how much memory. Its page stays in
 * `test-results/review.html`, to be looked at.
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { scripts } from '@/package.json'
import { type Row, rowOf } from './table'

/** Writes the day, 2.4 GB, to a temporary folder and reviews it. */
export async function measureReview(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-review-'))
  try {
    const log = join(folder, 'site.log')
    const day = Readable.from(busyDay(10_000_000, Date.UTC(2026, 10, 26)), { objectMode: false })
    await pipeline(day, createWriteStream(log))
    await mkdir('test-results', { recursive: true })
    const { seconds, megabytes } = review(log)
    const what = 'review of a day with 10 million lines'
    return [
      rowOf({ what, unit: 's', foyer: seconds, goal: { atMost: 60 } }),
      rowOf({ what: `${what}: memory at most`, unit: 'MB', foyer: megabytes, goal: { atMost: 150 } }),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function review(log: string): { seconds: number; megabytes: number } {
  const command = `--import ./tests/logs/peak-memory.mjs ${scripts.logs.replace('node ', '')}`
  const query = '--review --since 2026-11-26 --until 2026-11-27 --html test-results/review.html'
  const startedAt = performance.now()
  const parameters = [...`${command} ${query}`.split(' '), log]
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1_000
  if (status !== 0) throw new Error(`The review ended with ${status}: ${stderr}`)
  return { seconds, megabytes: Number(/^Peak memory: (\d+) kB$/m.exec(stderr)?.[1]) / 1_000 }
}

/** A day as Foyer would write it: mostly other events, and three errors in a hundred lines. In pieces of about 1 MB. */
function* busyDay(lines: number, from: number): Generator<Buffer> {
  let piece = ''
  for (let number = 0; number < lines; number++) {
    const time = new Date(from + (number / lines) * 24 * 60 * 60 * 1_000).toISOString()
    const requestId = `${number.toString(16).padStart(8, '0')}-4154-4047-89f8-85f368d2b047`
    piece += number % 33 === 0 ? errorLine(number / 33, time, requestId) : otherLine(number, time, requestId)
    if (piece.length < 1_000_000) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

function errorLine(number: number, time: string, requestId: string): string {
  const bot = number % 3 ? crawlers[number % crawlers.length] : false
  const { level, event, ...fields } = errorFields(number) as Record<string, unknown>
  const reference = requestId.slice(0, 13)
  return `${JSON.stringify({ level, time, event, requestId, reference, method: 'GET', bot, ...fields })}\n`
}

function otherLine(number: number, time: string, requestId: string): string {
  const fields = otherEvents[number % 17] ?? otherEvents[0] ?? ''
  const [level, event, ...rest] = fields.split(',')
  return `{${level},"time":"${time}",${event},"requestId":"${requestId}",${rest.join(',')}}\n`
}

const crawlers = ['Googlebot', 'bingbot', 'YandexBot', 'facebookexternalhit'] as const
const frames = [
  'SharedNote (/srv/foyer/.next/server/app/share/[uuid]/page.js:1:20417)',
  'process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  'async renderToHTMLImpl (/srv/foyer/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:17:38143)',
].map((frame) => `    at ${frame}`)
const thrown = { level: 'error', event: 'error.thrown', place: 'render', causes: [] }
const missing = { level: 'info', event: 'route.unknown', status: 404 }

/** Of a hundred errors, by their last two digits; `*` is another word each time. */
function errorFields(number: number): object {
  const word = number.toString(36)
  if (number % 100 < 80) return { ...missing, path: number % 2 ? '/wp-login.php' : `/old/${word}.php` }
  if (number % 100 < 85) return { ...missing, path: '/blog', referrer: 'https://news.example.org' }
  if (number % 100 < 95) return { ...missing, event: 'page.not-found', route: '/share/{uuid}' }
  const [name, message] = ['QueryTimeout', `canceling statement ${number} due to statement timeout`]
  const stack = [`${name}: ${message}`, ...frames].join('\n')
  return { ...thrown, status: 500, route: '/app', path: '/app', name, message, stack }
}

const otherEvents = [
  '"level":"info","event":"session.renewed","sessionId":"6f1d2c3b4a59","method":"cookie","ageSeconds":3312',
  '"level":"info","event":"session.opened","provider":"password","isNew":false,"clientAddress":"203.0.113.7"',
  '"level":"info","event":"passkey.accepted","purpose":"sign-in","credential":"iCloud Keychain"',
  '"level":"warn","event":"console.printed","message":"not cached, as a \\"reference\\" is missing"',
]
