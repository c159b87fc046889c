/** The site with pages that fail, built once a worker, and what one finds in its log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildEditedCopy } from '@/scripts/measure/edited-copy'
import { type BuiltSite, buildEnvironment, startBuilt } from '../built-site'
import { test as base } from '../fixtures'
import { brokenEdits, brokenPages } from './broken-pages'

/** Tests of the broken site; `brokenFolder` is where it is built. */
export const test = base.extend<object, { brokenFolder: string; broken: BuiltSite }>({
  brokenFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'foyer-broken-'))
      try {
        const options = { edits: brokenEdits, additions: brokenPages, environment: buildEnvironment() }
        buildEditedCopy({ projectFolder: process.cwd(), folder, ...options })
        await use(folder)
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  broken: [
    async ({ brokenFolder }, use) => {
      const site = await startBuilt(brokenFolder)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ broken }, use) => use(broken.url),
})
