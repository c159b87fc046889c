/** The browser of the tests: a path given, one on this machine, or one brought here. */
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { attempt, type Environment, installPackages, isRoot, onSearchPath, runs } from './programs'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same browser without the part that draws windows: it needs a quarter less of the processor, and keeps no page for Back. */
const quickProgram = 'chromium-headless-shell'

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser that is here already: `FOYER_BROWSER`, else Chromium or Chrome of this machine, else the one
 * Playwright has downloaded before. Null if there is none; an error if `FOYER_BROWSER` does not run.
 */
export function findBrowser(environment: Environment = process.env): string | null {
  const given = environment.FOYER_BROWSER
  if (given && !runs(given)) throw new Error(`FOYER_BROWSER is ${given}, which does not run as a browser.`)
  if (given) return given
  return (
    [...onSearchPath(programs, environment), ...applications, chromium.executablePath()].find(runs) ?? null
  )
}

/** For tests that need no page kept for Back: the quick one, where it is. Null as above. */
export function findQuickBrowser(environment: Environment = process.env): string | null {
  const quick = environment.FOYER_BROWSER ? null : onSearchPath([quickProgram], environment).find(runs)
  return quick ?? findBrowser(environment)
}

/** The browser that is here, or the one that can be brought. Says what it does; an error if nothing works. */
export function requireBrowser(): string {
  const found = findBrowser() ?? downloadBrowser() ?? installBrowser()
  if (!found) throw new Error(nothingWorked)
  console.log(`Browser: ${found}`)
  return found
}

/** Starts a browser that finds these hosts at ports of this machine. */
export function launchBrowser(
  standIns: Readonly<Record<string, number>>,
  ...more: string[]
): Promise<Browser> {
  const executablePath = findQuickBrowser() ?? requireBrowser()
  return chromium.launch({ executablePath, args: [...browserArguments(standIns), ...more] })
}

/**
 * How the tests start Chromium: nothing it does by itself, and no host but this machine. Hosts of Google's, such as
 * `*.googleapis.com`, are where a stand-in listens: the port of each.
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
 * Beside each page Chromium keeps a process for the next one and one for its address bar, which nobody sees here: a
 * quarter of the whole run. Of two such lists the last holds, so all that Playwright switches off stands here, too.
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
  const packages = ['chromium', 'fonts-liberation']
  return installPackages(...packages, quickProgram) || installPackages(...packages) ? findBrowser() : null
}

const nothingWorked = [
  'There is no browser for the tests, and none could be brought here.',
  'Install Chromium or Chrome, or give the path of one in FOYER_BROWSER.',
].join(' ')
