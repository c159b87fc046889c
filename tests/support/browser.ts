/** The browser of the tests: a path given, one on this machine, or one brought here. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

type Environment = Readonly<Record<string, string | undefined>>

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same browser without the part that draws windows: it needs a quarter less of the processor, and keeps no page for Back. */
const quickProgram = 'chromium-headless-shell'

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const downloadLimitMs = 5 * 60_000

/**
 * The browser that is here already: `FOYER_BROWSER`, else Chromium or Chrome of this machine, else the one
 * Playwright has downloaded before. Null if there is none; an error if `FOYER_BROWSER` does not run.
 */
export function findBrowser(environment: Environment = process.env): string | null {
  const given = environment.FOYER_BROWSER
  if (given && !runs(given)) throw new Error(`FOYER_BROWSER is ${given}, which does not run as a browser.`)
  if (given) return given
  return [...installed(programs, environment), ...applications, chromium.executablePath()].find(runs) ?? null
}

/** For tests that need no page kept for Back: the quick one, where it is. Null as above. */
export function findQuickBrowser(environment: Environment = process.env): string | null {
  const quick = environment.FOYER_BROWSER ? null : installed([quickProgram], environment).find(runs)
  return quick ?? findBrowser(environment)
}

function installed(names: readonly string[], environment: Environment): string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** The browser that is here, or the one that can be brought. Says what it does; an error if nothing works. */
export function requireBrowser(): string {
  const found = findBrowser() ?? downloadBrowser() ?? installBrowser()
  if (!found) throw new Error(nothingWorked)
  console.log(`Browser: ${found}`)
  return found
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

/** Some systems have a program of the right name that only says where to get the browser: so it is run. */
function runs(path: string): boolean {
  if (!isExecutable(path)) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

function downloadBrowser(): string | null {
  console.log('No Chromium or Chrome on this machine: downloading the one of Playwright.')
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
  attempt(process.execPath, [playwright, 'install', 'chromium'])
  return findBrowser()
}

function installBrowser(): string | null {
  if (!isRoot()) return null
  console.log('The download gave no browser that runs: installing the package chromium.')
  const install = (...names: string[]) => attempt('apt-get', ['install', '-y', ...names])
  if (!attempt('apt-get', ['update'])) return null
  return install('chromium', quickProgram) || install('chromium') ? findBrowser() : null
}

function attempt(program: string, parameters: string[]): boolean {
  const options: SpawnSyncOptions = {
    stdio: 'inherit',
    timeout: downloadLimitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const { status, error } = spawnSync(program, parameters, options)
  if (error) console.log(`${program} did not run: ${error.message}`)
  return status === 0
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

const nothingWorked = [
  'There is no browser for the tests, and none could be brought here.',
  'Install Chromium or Chrome, or give the path of one in FOYER_BROWSER.',
].join(' ')
