import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { type EngineName, availableEngines } from './engines/programs'
import { browserArguments, findQuickBrowser } from './support/browser'
import { gapiHosts } from './support/gapi/gapi'
import { gapiOfRun } from './support/run'

const executablePath = findQuickBrowser()

/** Most tests wait for half of their time: for a second that the banner waits, or for a provider that is slow. */
const workerCount = Math.min(2 * availableParallelism(), 6)

/** Where the stand-in for Google's loader is: known to the workers, who read this file again. */
const gapiPort = gapiOfRun()
const standIns = gapiPort === null ? {} : Object.fromEntries(gapiHosts.map((host) => [host, gapiPort]))

/** Tests that bring what they test themselves: they start sites, builds and providers, and wait for them. */
const own = '**/*.own.spec.ts'

/** For each engine, whose browser a worker starts once; in a folder of its name what only that engine has. */
const engineTests = 'engines/**/*.spec.ts'

const ignored = ['architecture/**']

/** Browser tests against the production build. Each worker starts its own site, see `fixtures.ts`. */
export default defineConfig<object, { engine: EngineName; database: 'postgres' }>({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  // Side by side, so that the processor has work while the first wait. Within a project Playwright keeps together what wants the
  // same site, so that each worker starts each kind of site once.
  projects: [
    { name: 'own', testMatch: own, workers: Math.ceil(workerCount / 2) },
    { name: 'site', testMatch: '**/*.spec.ts', testIgnore: [...ignored, own, engineTests] },
    ...availableEngines().map((engine) => ({
      name: engine,
      testMatch: ['engines/*.spec.ts', `engines/${engine}/*.spec.ts`],
      workers: 1,
      // Sessions are aged where their rows can be reached.
      use: { engine, database: 'postgres' as const },
    })),
  ],
  testIgnore: ignored,
  outputDir: '../test-results',
  workers: workerCount,
  retries: 0,
  forbidOnly: true,
  // Only there to end what hangs; a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserArguments(standIns), ...(executablePath ? { executablePath } : {}) },
    // The stand-in's certificate is of nobody.
    ignoreHTTPSErrors: true,
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the whole run. To see what led to a failure: `--trace retain-on-failure`.
    trace: 'off',
  },
})
