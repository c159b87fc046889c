/** The step of the build that looks at the route table, run on a copy of the sources. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { edited } from '../support/builds/edited-copy'

const folder = mkdtempSync(join(tmpdir(), 'foyer-route-table-'))
afterAll(() => rmSync(folder, { recursive: true }))

const unknownGuard = {
  file: 'lib/site/pages.ts',
  found: "{ name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'session' }",
  replacement: "{ name: 'app', pattern: paths.app, rendering: 'dynamic', guard: 'sessoin' }",
}

function copySources(name: string): string {
  const copy = join(folder, name)
  for (const entry of ['lib', 'scripts', 'tsconfig.json', 'package.json'])
    cpSync(entry, join(copy, entry), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, '.next'))
  return copy
}

/** What `npm run build` does after Next's own part. */
function finishBuild(copy: string) {
  const [, step = ''] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.build.split(' && node ')
  return spawnSync(process.execPath, step.split(' '), { cwd: copy, encoding: 'utf8' })
}

test('a build whose route table is right is finished', () => {
  expect(finishBuild(copySources('right'))).toMatchObject({ status: 0 })
})

test('a build whose route table names a guard that nobody knows fails, and says which', () => {
  const copy = copySources('wrong')
  const file = join(copy, unknownGuard.file)
  writeFileSync(file, edited([unknownGuard], unknownGuard.file, readFileSync(file, 'utf8')))
  const { status, stderr } = finishBuild(copy)
  expect(status).toBe(1)
  expect(stderr).toContain("The page 'app' has an unknown guard: 'sessoin'")
})
