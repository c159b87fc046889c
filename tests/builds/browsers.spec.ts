import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

test('every script runs in the browsers that package.json names', () => {
  const program = join('node_modules', 'es-check', 'lib', 'cli', 'index.js')
  const scripts = './.next/static/chunks/**/*.js'
  // Next's polyfills, which only older browsers load.
  const { polyfillFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'))
  const options = ['--checkFeatures', '--not', polyfillFiles.map((file: string) => `.next/${file}`).join()]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'checkBrowser', scripts, ...options],
    { encoding: 'utf8' },
  )
  const findings = `${stdout}${stderr}`.match(/(erroring file|error): .*/g)
  expect([status, findings]).toEqual([0, null])
})
