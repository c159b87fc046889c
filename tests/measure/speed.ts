/** The largest paint on a slow phone, memory, and requests per second, beside bare pages as large. */
import { type Browser, chromium } from '@playwright/test'
import autocannon from 'autocannon'
import { paths } from '@/lib/site/routes'
import { browserArguments, requireBrowser } from '../support/browser'
import { startPostgres } from '../support/database/postgres'
import { type Bench, navigationHeaders, startFoyer, type Target } from './servers'
import { type Row, rowOf } from './table'

const rounds = 5
const paintedPages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]
const maxPaintRatio = 1.3

/** As Lighthouse throttles with `devtools`: a slow 4G, its processor a quarter of this one. */
const slowdown = 4
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

/** Each visit is the first one of a new browser profile. */
export async function measurePaint(bench: Bench): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() })
  try {
    const measured = await inTurns(bench, paintedPages, (target) => paintOf(browser, target))
    return measured.map(({ path, foyer, bare }) =>
      rowOf({
        what: `\`${path}\`: largest paint`,
        unit: 'ms',
        foyer: foyer('largest'),
        bare: bare('largest'),
        goal: { of: 'ratio', atMost: maxPaintRatio },
      }),
    )
  } finally {
    await browser.close()
  }
}

async function paintOf(browser: Browser, { server, path }: Target): Promise<{ largest: number }> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  try {
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', network)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(server.url + path, { waitUntil: 'load' })
    // The banner appears after a second, and must not be the largest.
    await page.waitForTimeout(2_500)
    return { largest: await page.evaluate(readLargestPaint) }
  } finally {
    await page.context().close()
  }
}

/** Runs in the page. */
function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

/** Of the bare page's requests per second. */
const goals: Record<string, number> = { [paths.home]: 0.93, [paths.login]: 0.9, [paths.app]: 0.75 }

/** Until then the compiler is still at work, the longer the more code there is. */
const warmUpRequests = 1_500

export async function measureRequests(bench: Bench): Promise<Row[]> {
  const pages = Object.keys(goals)
  for (const { own, bare } of pages.map(bench.pairOf))
    for (const target of [own, bare]) await load(target, { amount: warmUpRequests })
  const measured = await inTurns(bench, pages, (target) => load(target, { duration: 3 }))
  return measured.map(({ path, foyer, bare }) =>
    rowOf({
      what: `\`${path}\`: requests`,
      unit: 'per second',
      foyer: foyer('perSecond'),
      bare: bare('perSecond'),
      goal: { of: 'ratio', atLeast: goals[path] ?? 0 },
    }),
  )
}

/** What the server holds after 6,000 requests of pages. */
export async function measureMemory(bench: Bench): Promise<Row[]> {
  const pages = Object.keys(goals).map(bench.pairOf)
  const memoryAfter = async (targets: Target[]) => {
    for (const target of targets) await load(target, { amount: 2_000 })
    return targets[0]?.server.memoryMb() ?? Number.NaN
  }
  const row = (database: string, megabytes: number, atMost: number) =>
    rowOf({ what: `memory with ${database}`, unit: 'MB', foyer: megabytes, bare, goal: { atMost } })
  const bare = await memoryAfter(pages.map((page) => page.bare))
  const embedded = await memoryAfter(pages.map(({ own }) => own))
  const postgres = await startPostgres()
  try {
    const foyer = await startFoyer(undefined, { DATABASE_URL: postgres.url })
    const withPostgres = await memoryAfter(
      pages.map(({ own }) => ({ ...own, server: foyer, cookie: own.cookie && foyer.cookie })),
    )
    await foyer.stop()
    return [row('the embedded database', embedded, 450), row('PostgreSQL', withPostgres, 350)]
  } finally {
    await postgres.close()
  }
}

/** Ten connections for whole seconds, or until as many requests. Throws unless every answer is a success. */
async function load(target: Target, until: { duration: number } | { amount: number }) {
  const { server, path } = target
  const { requests, duration, non2xx, errors } = await autocannon({
    url: server.url + path,
    // Without `accept-encoding` nothing is compressed, which would hide what the pages themselves cost.
    headers: navigationHeaders(target),
    connections: 10,
    // Foyer closes a connection after as many requests, which autocannon wouldn't notice.
    reconnectRate: 1_000,
    ...until,
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers of another status, ${errors} errors`)
  return { perSecond: requests.total / duration }
}

/** Medians of rounds in which all pages and their bare ones take turns, as another process may be busy for a while. */
async function inTurns<Result extends Record<string, number>>(
  { pairOf }: Bench,
  pages: readonly string[],
  measure: (target: Target) => Promise<Result>,
) {
  const sides = pages.map((path) => ({ path, ...pairOf(path), owns: [] as Result[], bares: [] as Result[] }))
  for (let round = 0; round < rounds; round++)
    for (const { own, bare, owns, bares } of sides) {
      owns.push(await measure(own))
      bares.push(await measure(bare))
    }
  const medianOf = (results: Result[]) => (of: keyof Result) =>
    median(results.map((result) => result[of] ?? 0))
  return sides.map(({ path, owns, bares }) => ({ path, foyer: medianOf(owns), bare: medianOf(bares) }))
}

/** The middle value; of an even number, the upper of the two. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
