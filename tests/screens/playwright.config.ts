import { defineConfig } from '@playwright/test'
import site from '../playwright.config'

/** `npm run screens`: see `pictures.ts`. */
export default defineConfig({
  ...site,
  projects: [{ name: 'screens', testMatch: '*/screens.ts' }],
  testDir: '..',
  testIgnore: [],
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results',
  reporter: 'list',
  use: { ...site.use, screenshot: 'off' },
})
