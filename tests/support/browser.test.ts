import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBrowser, findQuickBrowser } from './browser'

const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
const working = program('working/chromium', 'echo Chromium 150.0.1')
const signpost = program('signpost/chromium', 'echo Please install the snap; exit 1')

afterAll(() => rmSync(folder, { recursive: true }))

function program(name: string, script: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('a browser that is given comes before those of this machine', () => {
  const given = program('given/my-browser', 'echo My Browser 1.2')
  expect(findBrowser({ FOYER_BROWSER: given, PATH: dirname(working) })).toBe(given)
})

test('a browser that is given and does not run is an error, not a reason to take another', () => {
  const environment = { FOYER_BROWSER: join(folder, 'nothing'), PATH: dirname(working) }
  expect(() => findBrowser(environment)).toThrow(/FOYER_BROWSER is .*nothing/)
})

test('a program that only says where to get the browser is passed over', () => {
  expect(findBrowser({ PATH: `${dirname(signpost)}:${dirname(working)}` })).toBe(working)
})

test('the quick browser is taken where it is and nobody has given another; people have the other', () => {
  const quick = program('quick/chromium-headless-shell', 'echo Chromium 150.0.1')
  const environment = { PATH: `${dirname(working)}:${dirname(quick)}` }
  expect(findQuickBrowser(environment)).toBe(quick)
  expect(findQuickBrowser({ ...environment, FOYER_BROWSER: working })).toBe(working)
  expect(findQuickBrowser({ PATH: dirname(working) })).toBe(working)
  expect(findBrowser(environment)).toBe(working)
})
