import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './support/browser'

const executablePath = findBrowser()

/** Browser tests against the production build. Each worker starts its own site, see `fixtures.ts`. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  testMatch: '**/*.spec.ts',
  testIgnore: ['fixtures/**', 'architecture/**'],
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Only there to end what hangs; a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserArguments(), ...(executablePath ? { executablePath } : {}) },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the whole run. To see what led to a failure: `--trace retain-on-failure`.
    trace: 'off',
  },
})
