/** The second step of the build, run on a copy of the sources: checks the route table and compresses files. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { prerenderedFile, prerenderedPaths } from '@/lib/builds/built-files'
import { applyEdits } from '../support/builds/edited-copy'

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
  for (const file of [
    'static/part.js',
    'static/chunks/part.css',
    ...prerenderedPaths.map((page) => prerenderedFile(page)),
  ]) {
    mkdirSync(join(copy, '.next', dirname(file)), { recursive: true })
    writeFileSync(join(copy, '.next', file), `what ${file} says`)
  }
  return copy
}

/** What `npm run build` does after Next's own part. */
function finishBuild(copy: string) {
  const [, step = ''] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.build.split(' && node ')
  return spawnSync(process.execPath, step.split(' '), { cwd: copy, encoding: 'utf8' })
}

test('a build with a valid route table completes, with compressed scripts, styles and pages', () => {
  const copy = copySources('right')
  expect(finishBuild(copy)).toMatchObject({ status: 0 })
  for (const file of [
    'static/part.js',
    'static/chunks/part.css',
    'server/app/index.html',
    'server/app/terms.html',
  ]) {
    const read = (ending: string) => readFileSync(join(copy, '.next', file + ending))
    expect(String(brotliDecompressSync(read('.br')))).toBe(`what ${file} says`)
    expect(String(gunzipSync(read('.gz')))).toBe(`what ${file} says`)
  }
})

test('a build with an unknown guard in its route table fails and names it', () => {
  const copy = copySources('wrong')
  const file = join(copy, unknownGuard.file)
  writeFileSync(file, applyEdits([unknownGuard], unknownGuard.file, readFileSync(file, 'utf8')))
  const { status, stderr } = finishBuild(copy)
  expect(status).toBe(1)
  expect(stderr).toContain("The page 'app' has an unknown guard: 'sessoin'")
})
