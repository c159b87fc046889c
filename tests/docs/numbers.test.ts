/** The numbers that the documents name are those of the code. Each number is in one document; others link to it. */
import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import ms from 'ms'
import { expect, test } from 'vitest'
import {
  maxNoteBodyBytes,
  maxNotes,
  maxPins,
  maxTextBytes,
  maxTotalBytes,
  trashDays,
} from '@/lib/notes/limits'
import { challengeLifetimeSeconds, maxPasskeys } from '@/lib/passkeys'
import { parseServerConfig } from '@/lib/server/config'
import { maxFullRecords, repeatWindowMs } from '@/lib/server/log/log'
import { maxCookieBytes } from '@/lib/session/token'
import { numberIn } from './number-in'

/** Such as `60 in ten minutes`. */
function rate(limit: string): string {
  const source = readFileSync('lib/server/database/rate-limit.ts', 'utf8')
  const [, points, seconds] =
    new RegExp(`'(?:${limit})': \\{ points: (\\d+), duration: (\\d+)`).exec(source) ?? []
  return `${points} ${seconds === '60' ? 'a minute' : seconds === '600' ? 'in ten minutes' : seconds}`
}

const numerals = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const inWords = (number: number) => numerals[number] ?? String(number)
const seconds = (milliseconds: number) => milliseconds / 1_000
const kilobytes = (bytes: number) => Math.floor(bytes / 1024)
const grouped = (number: number) => number.toLocaleString('en')

const guards = (name: string) => numberIn('lib/server/http/request-guards', name)
const deduplication = (name: string) => numberIn('lib/server/log/deduplicate.ts', name)
const firebaseFiles = (name: string) => numberIn('lib/server/identity/firebase-files.ts', name)
const markdown = (name: string) => numberIn('lib/server/notes/markdown.ts', name)
const renewal = (name: string) => numberIn('lib/browser/session/renewal.ts', name)
const readiness = (name: string) => numberIn('lib/server/http/readiness.ts', name)

const { session, shutdown, databasePoolSize } = parseServerConfig({}).config
const recentForMs = numberIn('lib/session/recent-sign-in.ts', 'recentForMs')
const nodeChecksEveryMs = ms('30s')
const dailyKilobytes = kilobytes(deduplication('refillCharactersPerWindow')) * (ms('1d') / repeatWindowMs)
const windowSeconds = inWords(seconds(repeatWindowMs))

const slow = (limitMs: number) =>
  `| ${seconds(limitMs)} s, noticed within ${seconds(limitMs + nodeChecksEveryMs)} s |`

const numbers: Record<string, readonly string[]> = {
  'docs/limits.md': [
    `a connection without a request ${slow(guards('headersTimeout'))}`,
    `a slow request body ${slow(guards('requestTimeout'))}`,
    `| ${seconds(guards('timeout'))} s without a byte |`,
    `| ${grouped(guards('maxRequestsPerSocket'))}; then it is closed |`,
    `then the rest has ${seconds(guards('unreadBodyGraceMs'))} s |`,
    `its own limit, 64 KB at most (a note: ${kilobytes(maxNoteBodyBytes)} KB)`,
    `more than ${kilobytes(maxHeaderSize)} KB of headers`,
    `| ${kilobytes(guards('maxTargetLength'))} KB of path and ${kilobytes(guards('maxTargetLength'))} KB of query`,
    `below \`/__/\` ${kilobytes(guards('maxNestedQueryLength'))} KB; ${guards('maxParameters')} parameters`,
    `cut off at ${numberIn('lib/errors/bots.ts', 'maxAgentLength')} characters`,
    `| ${inWords(numberIn('lib/session/cookies.ts', 'maxCheckedCookies'))} are checked`,
    `(about 0.3 ms); after ${rate('invalid-token')} 429`,
    `| ${rate('mint-by-user').replace(' in', ' attempts in')} per person`,
    `| ${rate('renew-by-user')} per person`,
    `pauses for ${seconds(renewal('firstPauseMs'))} s to ${renewal('maxPauseMs') / 60_000} min`,
    `a signature check; after ${rate('invalid-passkey')} 429`,
    `within ten minutes, ${rate('passkey-by-user')} per person`,
    `| ${maxPasskeys}; ${rate('passkey-by-user').replace(' in', ' challenges and tokens in')}`,
    `| ${kilobytes(numberIn('app/api/errors/route.ts', 'maxBytes'))} KB, read once; ${rate('report-by-address')} per address`,
    `one fetch per file and ${inWords(firebaseFiles('freshForMs') / 60_000)} minutes (after a failure: ${inWords(seconds(firebaseFiles('retryAfterMs')))} seconds), ${seconds(firebaseFiles('maxFetchMs'))} s and ${firebaseFiles('maxBytes') / 1024 ** 2} MB each`,
    `| ${deduplication('anybody')} kinds per event in ${windowSeconds} seconds (${grouped(deduplication('person'))} of events that need a sign-in)`,
    `of them ${deduplication('maxPathsPerClient')} missing pages`,
    `${deduplication('maxBurstCharacters') / 1024 ** 2} MB at once and ${Math.floor(dailyKilobytes / 1_000)} MB a day per event`,
    `| ${rate('note-write').replace(' a', ' saves, deletions, pins, changes of links and of the trash a')}, each of ${kilobytes(maxNoteBodyBytes)} KB at most (${kilobytes(maxTextBytes)} KB of text`,
    `${grouped(maxNotes)} notes, ${maxTotalBytes / 1024 ** 2} MB, with those in the trash for ${trashDays} days, ${maxPins} pinned`,
    `cleaned up every ${numberIn('lib/server/database/embedded.ts', 'cleanEveryBytes') / 1024 ** 2} MB`,
    `| ${rate('note-open')}, of 100 KB ten`,
    `${markdown('maxHtmlLength') / 1e6} MB of HTML, ${grouped(markdown('maxCells'))} cells, ${markdown('maxDepth')} levels`,
    `${grouped(numberIn('lib/server/database/shares.ts', 'maxOpenings'))} rows a person`,
    `| ${numberIn('lib/server/database/sessions.ts', 'maxSessions')} rows, live or ended`,
    `| ${rate('note-search')}, eight terms`,
    `of ${numberIn('lib/server/notes/list.ts', 'pageSize')} notes found a line each`,
  ],
  'docs/operations.md': [
    `${inWords(maxFullRecords)} are written in full within ${windowSeconds}\nseconds`,
    `list the first ${deduplication('maxActors')} sources`,
    `In ten seconds at most ${numberIn('scripts/logs/follow.ts', 'maxPrinted')} new ones are shown`,
    `than ${numberIn('scripts/logs/scan-detector.ts', 'maxPathsPerMinute')} different missing pages within a minute`,
  ],
  'docs/hosting.md': [
    `response comes within ${seconds(readiness('timeoutMs'))} s.`,
    `one short query every ${inWords(seconds(readiness('cachedForMs')))} seconds at most`,
    `\`SHUTDOWN_DELAY\` (default \`${ms(shutdown.delayMs)}\``,
    `\`SHUTDOWN_TIMEOUT\` (default \`${ms(shutdown.timeoutMs)}\`)`,
    `both settings plus ${inWords(seconds(numberIn('scripts/start/plan.ts', 'stopMarginMs')))} seconds`,
    `A migration waits at most ${seconds(numberIn('lib/server/database/migrations.ts', 'lockTimeoutMs'))} s at a time`,
    `\`DATABASE_POOL_SIZE\` (default ${databasePoolSize})`,
    `no connection within ${inWords(seconds(numberIn('lib/server/database/postgres.ts', 'connectTimeoutMs')))} seconds`,
  ],
  'docs/asvs.md': [
    `| a session without renewal | ${session.lifetimeMs / ms('1d')} days |`,
    `silently after that | ${session.graceMs / ms('1d')} days |`,
    `every session ends after | ${session.capMs / ms('1d')} days |`,
    `to open a session | ${recentForMs / 60_000} minutes |`,
    `can be answered for | ${challengeLifetimeSeconds / 60} minutes, once |`,
    `rows of ended sessions are kept for | ${numberIn('lib/server/session/end.ts', 'keptForMs') / ms('1d')} days |`,
    `at most ${maxCookieBytes} bytes`,
  ],
  'docs/sign-in.md': [
    `${seconds(numberIn('lib/browser/identity/firebase/providers.ts', 'maxLoadMs'))} s, our limit`,
  ],
  'docs/passkeys.md': [
    `${inWords(numberIn('lib/browser/passkeys/sign-in.ts', 'maxAutofillFailures'))} times in all`,
    `${inWords(numberIn('lib/browser/passkeys/ceremony.ts', 'maxPromptMs') / 60_000)} minutes end it`,
  ],
  'docs/map.md': [`after ${inWords(seconds(renewal('maxWaitMs')))} seconds, the form asks`],
  'SECURITY.md': [
    `${rate('mint-by-address').replace(' in', ' real sessions opened from\n  one address within')} make`,
  ],
  'README.md': [
    `${/[\d.]+/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node)} is the oldest`,
  ],
}

const rows = Object.entries(numbers).flatMap(([page, texts]) => texts.map((text) => [page, text] as const))

test.each(rows)('%s says: %s', (page, text) => {
  expect(readFileSync(page, 'utf8')).toContain(text)
})

test('the changelog names the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}`)
})
