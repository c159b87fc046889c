/** The tests’ browser: a given path, one on this machine, or a download; and how its contexts close. */
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test'
import { attempt, type Environment, installPackages, isRoot, onSearchPath, runs } from './programs'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Chromium without windows: a quarter less CPU, but no back-forward cache. */
const quickProgram = 'chromium-headless-shell'

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * `FOYER_BROWSER`, else this machine's Chromium or Chrome, else Playwright's earlier download; null if there is none.
 * Throws if `FOYER_BROWSER` doesn't run.
 */
export function findBrowser(environment: Environment = process.env): string | null {
  const given = environment.FOYER_BROWSER
  if (given && !runs(given)) throw new Error(`FOYER_BROWSER is ${given}, which does not run as a browser.`)
  if (given) return given
  return (
    [...onSearchPath(programs, environment), ...applications, chromium.executablePath()].find(runs) ?? null
  )
}

/** The headless shell if it is here, else `findBrowser`: for tests without the back-forward cache. */
export function findQuickBrowser(environment: Environment = process.env): string | null {
  const quick = environment.FOYER_BROWSER ? null : onSearchPath([quickProgram], environment).find(runs)
  return quick ?? findBrowser(environment)
}

/** Brings a browser, and the headless shell, too, where Debian has it and we may install it. */
export function requireQuickBrowser(): string {
  const found = requireBrowser()
  const isGiven = Boolean(process.env.FOYER_BROWSER)
  if (!isGiven && !onSearchPath([quickProgram]).some(runs)) installPackages(quickProgram)
  return findQuickBrowser() ?? found
}

/** Finds or installs a browser, and prints what it does. Throws if nothing works. */
export function requireBrowser(): string {
  const found = findBrowser() ?? downloadBrowser() ?? installBrowser()
  if (!found) throw new Error(nothingWorked)
  console.log(`Browser: ${found}`)
  return found
}

/** Starts a browser that finds these hosts at ports of this machine. */
export function launchBrowser(
  standIns: Readonly<Record<string, number>>,
  { executablePath = findQuickBrowser() ?? requireBrowser(), args = [] }: LaunchOptions = {},
): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...browserArguments(standIns), ...args] })
}

/**
 * Chromium's switches: no background work, and no host but this machine. `standIns` maps hosts such as
 * `*.googleapis.com` to the ports of stand-ins.
 */
export function browserArguments(standIns: Readonly<Record<string, number>> = {}): string[] {
  const mapped = Object.entries(standIns).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`)
  const own = ['localhost', '*.localhost', '127.0.0.1'].map((host) => `EXCLUDE ${host}`)
  return [
    ...(isRoot() ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures}`,
    `--host-resolver-rules=${[...mapped, 'MAP * ~NOTFOUND', ...own]}`,
  ]
}

/**
 * Chromium keeps a spare process for the next page and one for the address bar: a quarter of the whole run's time. Only the
 * last `--disable-features` counts, so Playwright's are repeated here.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // Playwright's own.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

function downloadBrowser(): string | null {
  console.log('No Chromium or Chrome on this machine: downloading the one of Playwright.')
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
  attempt(process.execPath, [playwright, 'install', 'chromium'])
  return findBrowser()
}

function installBrowser(): string | null {
  console.log('The download gave no browser that runs.')
  return installPackages('chromium', 'fonts-liberation') ? findBrowser() : null
}

const nothingWorked = [
  'There is no browser for the tests, and none could be brought here.',
  'Install Chromium or Chrome, or give the path of one in FOYER_BROWSER.',
].join(' ')

/** Leaves all pages before Playwright closes the test's context. */
export const test = base.extend({
  context: async ({ context }, use, testInfo) => {
    await use(context)
    // A failure's screenshot must show the page.
    if (testInfo.status === testInfo.expectedStatus) await standStill(context)
  },
})

/** Closes a context that the test opened. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await standStill(context)
  await context.close()
}

/** Closes a page of a context that lives on. */
export async function closePage(page: Page): Promise<void> {
  await leave(page)
  await page.close()
}

/**
 * Moves all pages to an empty one. Chromium (156) loses a request to close a page while its next document is committed, and
 * never responds.
 */
async function standStill(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(leave))
}

async function leave(page: Page): Promise<void> {
  // An earlier navigation may win; the empty page starts none.
  for (let tries = 0; tries < 5 && !page.isClosed() && page.url() !== 'about:blank'; tries += 1) {
    await page.goto('about:blank').catch(() => null)
  }
}

type Needs = { launchOptions: LaunchOptions; baseURL: string | undefined; userAgent: string | undefined }

/** A `context` for `test.use`, in a browser started without these of Playwright's switches. */
export function contextWithout(...switches: string[]) {
  return async (
    { launchOptions, baseURL, userAgent }: Needs,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> => {
    const executablePath = requireBrowser()
    const browser = await chromium.launch({ ...launchOptions, executablePath, ignoreDefaultArgs: switches })
    await use(await browser.newContext({ ...(baseURL && { baseURL }), ...(userAgent && { userAgent }) }))
    await browser.close()
  }
}
