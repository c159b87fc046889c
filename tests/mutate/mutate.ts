/**
 * `npm run mutate`: breaks one rule at a time in a copy of the sources and runs the unit tests that its rows of docs/limits.md or
 * docs/asvs.md name. A mutation that survives is a row without proof, and fails the run. Words choose mutations by row, file or
 * test (`npm run mutate -- token`).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyEdits } from '../support/builds/edited-copy'
import { type TestResult, vitestResults } from '../support/report'
import { testFileOf } from '../support/test-files'
import { type Mutation, mutations, testsOf } from './mutation'

const allVerdicts = ['killed', 'survived', 'broken'] as const
type Verdict = (typeof allVerdicts)[number]

function main(): void {
  const words = process.argv.slice(2)
  const chosen = mutations.filter(({ rows, file, tests }) =>
    words.every((word) => [...rows, file, ...tests].join(' ').includes(word)),
  )
  if (chosen.length === 0) throw new Error('No mutation has these words.')
  const copy = copySources()
  try {
    requirePassing(copy, chosen)
    const verdicts = chosen.map((mutation) => tryMutation(copy, mutation))
    const countOf = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length
    console.log(allVerdicts.map((verdict) => `${countOf(verdict)} ${verdict}`).join(', '))
    if (countOf('killed') < chosen.length) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** What git knows or would take, with the packages of this folder. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = listed.toString().split('\0').filter(existsSync)
  for (const name of files) cpSync(name, join(copy, name))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

/** A test that fails without a mutation would kill every one. */
function requirePassing(copy: string, chosen: readonly Mutation[]): void {
  const results = run(copy, [...new Set(chosen.flatMap(({ tests }) => tests))])
  const failed = results
    ?.filter(({ status }) => status === 'failed')
    .map(({ file, title }) => `${file}: ${title}`)
  if (failed?.length !== 0) throw new Error(`The tests fail as it is: ${failed?.join('; ') ?? 'not run'}`)
}

/** Killed if each row has a test that failed. */
function tryMutation(copy: string, { rows, file, find, replace, tests }: Mutation): Verdict {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, applyEdits([{ file, found: find, replacement: replace }], file, source))
  const results = run(copy, tests)
  writeFileSync(path, source)
  const failed = (results ?? []).filter(({ status }) => status === 'failed')
  const killers = tests.filter((test) => failed.some(({ file }) => testFileOf(test) === `tests/${file}`))
  const survivors = rows.filter((row) => !testsOf(row).some((test) => killers.includes(test)))
  const verdict = results === null ? 'broken' : survivors.length > 0 ? 'survived' : 'killed'
  const named = (verdict === 'survived' ? survivors : rows).join('; ')
  const [was, is] = [find, replace].map((text) => text.trim().replaceAll(/\s+/g, ' ') || 'nothing')
  const count = `${failed.length} of ${results?.length ?? 0} tests failed`
  console.log(`${verdict.padEnd(10)}${named}: ${file}: ${was} → ${is} (${tests.join(', ')}: ${count})`)
  return verdict
}

/** The results of test files, each test tried twice; null if one couldn't be loaded or run, which proves nothing. */
function run(copy: string, tests: readonly string[]): TestResult[] | null {
  const report = join(copy, 'test-results', 'vitest.json')
  rmSync(report, { force: true })
  const config = ['--config', 'tests/vitest.config.ts', '--configLoader', 'runner', '--retry=1']
  const files = tests.map((test) => testFileOf(test) ?? test)
  const vitest = join('node_modules', '.bin', 'vitest')
  const reporting = ['--reporter=json', `--outputFile=${report}`]
  spawnSync(vitest, ['run', ...config, ...reporting, ...files], { cwd: copy, stdio: 'ignore' })
  if (!existsSync(report)) return null
  const results = vitestResults(JSON.parse(readFileSync(report, 'utf8')), join(copy, 'tests'))
  return results.length === 0 || results.some(({ title }) => title === 'not loaded') ? null : results
}

main()
