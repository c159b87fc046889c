/** First and largest paint on a slow phone, beside bare pages as large. */
import { type Browser, chromium } from '@playwright/test'
import { paths } from '@/lib/site/routes'
import { browserArguments, requireBrowser } from '../support/browser'
import type { Bench, Target } from './servers'
import { median, type Row, rowOf } from './table'

type Paint = { first: number; largest: number }

const pages = [paths.home, paths.terms, paths.privacy, paths.contact, paths.login]
const rounds = 5
const goal = { of: 'ratio', atMost: 1.3 } as const

/** As Lighthouse throttles with `devtools`: a slow 4G, its processor a quarter of this one. */
const slowdown = 4
const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

/** Medians of rounds in which all pages take turns. Each visit is the first one of a new browser profile. */
export async function measurePaint(bench: Bench): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() })
  try {
    const measured = pages.map((path) => ({ path, ...bench.pairOf(path), paints: [] as Paint[][] }))
    for (let round = 0; round < rounds; round++)
      for (const { own, bare, paints } of measured)
        paints.push([await paintOf(browser, own), await paintOf(browser, bare)])
    return measured.flatMap(({ path, paints }) =>
      (['first', 'largest'] as const).map((which) => {
        const [foyer, bare] = [0, 1].map((side) => median(paints.map((pair) => pair[side]?.[which] ?? 0)))
        return rowOf({
          what: `\`${path}\`: ${which} paint`,
          unit: 'ms',
          foyer: foyer ?? 0,
          bare: bare ?? 0,
          goal,
        })
      }),
    )
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
    // The banner appears after a second, and must not be the largest.
    await page.waitForTimeout(2_500)
    return await page.evaluate(readPaints)
  } finally {
    await page.context().close()
  }
}

/** Runs in the page. */
function readPaints(): Promise<Paint> {
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  return new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Number.NaN }),
    ).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}
