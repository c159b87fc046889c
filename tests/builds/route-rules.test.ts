import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { routeRules } from '@/lib/builds/route-rules'
import { pages } from '@/lib/site/pages'
import { applyEdits } from '../support/builds/edited-copy'

test('the site’s route table is valid, and only the pages of signed-in users need a session', () => {
  const rules = Object.entries(routeRules())
  expect(rules).toHaveLength(pages.length)
  const guarded = rules.filter(([, { needsSession }]) => needsSession).map(([pattern]) => pattern)
  expect(guarded).toEqual(expect.arrayContaining(['/app', '/app/account']))
  expect(guarded.every((pattern) => /^\/(app|share)(\/|$)/.test(pattern))).toBe(true)
})

/** With a mistake in the route table. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-route-rules-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const entry of ['lib', 'scripts', 'tsconfig.json', 'package.json'])
    cpSync(entry, join(copy, entry), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const table = join(copy, 'lib/site/pages.ts')
  const found = "{ name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'session' }"
  const mistake = { file: table, found, replacement: found.replace('session', 'sessoin') }
  writeFileSync(table, applyEdits([mistake], table, readFileSync(table, 'utf8')))
  return copy
}

test('a build with an unknown guard in its route table fails, and names page and guards', () => {
  const [, step = ''] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.build.split(' && node ')
  const { status, stderr } = spawnSync(process.execPath, step.split(' '), {
    cwd: copySources(),
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain(
    "The page 'app' has an unknown guard: 'sessoin'. Known guards: none, session, signed-out",
  )
})
