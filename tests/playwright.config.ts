import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { availableEngines, type EngineName } from './engines/programs'
import { browserArguments, findQuickBrowser } from './support/browser'
import { gapiHosts } from './support/gapi/gapi'
import { gapiOfRun } from './support/run'

const executablePath = findQuickBrowser()

/** Most tests wait half of their time, such as for a slow provider. */
const workerCount = Math.min(2 * availableParallelism(), 6)

/** The port of the stand-in for Google's loader: known to the workers, which read this file again. */
const gapiPort = gapiOfRun()
const standIns = gapiPort === null ? {} : Object.fromEntries(gapiHosts.map((host) => [host, gapiPort]))

/** Tests that start their own sites, builds and providers. */
const own = '**/*.own.spec.ts'

/** Tests of all engines. */
const engineTests = 'engines/*.spec.ts'

const ignored = ['architecture/**']

/** Whether `npm run engines` runs: tests do there also what is rare. */
const isComplete = process.env.FOYER_ENGINES === 'all'

/** The project of an engine, if this machine has it. */
function engineProjects(name: EngineName) {
  const project = {
    name,
    testMatch: engineTests,
    workers: 1,
    // Sessions are aged in their rows.
    use: { engine: name, database: 'postgres' as const },
  }
  return availableEngines().includes(name) ? [project] : []
}

/** Browser tests of the production build. Each worker starts its own site, see `fixtures.ts`. */
export default defineConfig<object, { engine: EngineName | 'chromium'; database: 'postgres' }>({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  // Queued in this order: WebKit last, as it is slow on a busy machine. Firefox has one worker, and would run alone at the end.
  // Within a project Playwright keeps together what needs the same site, so each worker starts each kind of site once.
  projects: [
    ...engineProjects('firefox'),
    { name: 'own', testMatch: own, workers: Math.ceil(workerCount / 2) },
    { name: 'site', testMatch: '**/*.spec.ts', testIgnore: [...ignored, own, engineTests] },
    ...engineProjects('webkit'),
    ...(isComplete
      ? [{ name: 'chromium', testMatch: 'engines/errors.spec.ts', use: { engine: 'chromium' as const } }]
      : []),
  ],
  testIgnore: ignored,
  outputDir: '../test-results',
  workers: workerCount,
  retries: 0,
  forbidOnly: true,
  // Only to end what hangs; a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserArguments(standIns), ...(executablePath ? { executablePath } : {}) },
    // The stand-in's authority is unknown.
    ignoreHTTPSErrors: true,
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the run. To see what led to a failure: `--trace retain-on-failure`.
    trace: 'off',
  },
})
