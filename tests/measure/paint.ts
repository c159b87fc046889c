/** First and largest paint on a slow phone, beside bare pages as large. */
import { type Browser, chromium } from '@playwright/test'
import { paths } from '@/lib/site/routes'
import { browserArguments, requireBrowser } from '../support/browser'
import type { Bench } from './bench'
import type { Target } from './load'
import { comparedRow, median, type Row } from './table'

export type Paint = { firstMs: number; largestMs: number }

const pages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]
const rounds = 5
const maxRatio = 1.3

/** As Lighthouse throttles with `devtools`: a slow 4G, its processor a quarter of this one. */
const slowdown = 4
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

export async function measurePaint(stage: Bench): Promise<Row[]> {
  const pairs = pages.map((path) => stage.pairOf(path))
  const paints = await paintsOf(pairs.flatMap(({ own, bare }) => [own, bare]))
  return pages.flatMap((path, index) => {
    const [own, bare] = [paints[2 * index], paints[2 * index + 1]]
    if (!own || !bare) return []
    const goal = { of: 'ratio', atMost: maxRatio } as const
    return [
      comparedRow({
        what: `\`${path}\`: first paint`,
        unit: 'ms',
        foyer: own.firstMs,
        bare: bare.firstMs,
        goal,
      }),
      comparedRow({
        what: `\`${path}\`: largest paint`,
        unit: 'ms',
        foyer: own.largestMs,
        bare: bare.largestMs,
        goal,
      }),
    ]
  })
}

/** The medians of each, in rounds in which they take turns. Each visit is the first of a new browser profile. */
async function paintsOf(targets: readonly Target[]): Promise<Paint[]> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() })
  try {
    const visits: Paint[][] = targets.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, target] of targets.entries()) visits[index]?.push(await paintOf(browser, target))
    return visits.map((paints) => ({
      firstMs: median(paints.map(({ firstMs }) => firstMs)),
      largestMs: median(paints.map(({ largestMs }) => largestMs)),
    }))
  } finally {
    await browser.close()
  }
}

async function paintOf(browser: Browser, { server, path, cookie }: Target): Promise<Paint> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  try {
    if (cookie) await page.setExtraHTTPHeaders({ cookie })
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', network)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(server.url + path, { waitUntil: 'load' })
    // The banner comes after a second, and must not be the largest.
    await page.waitForTimeout(2_500)
    return await page.evaluate(readPaints)
  } finally {
    await page.context().close()
  }
}

/** Runs in the page. */
function readPaints(): Promise<Paint> {
  const firstMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  return new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve({ firstMs, largestMs: list.getEntries().at(-1)?.startTime ?? Number.NaN }),
    ).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}
