/**
 * `npm run mutate`: breaks one rule at a time in a copy of the sources and runs the tests that its rows of docs/limits.md,
 * docs/asvs.md or docs/spec-coverage.md name. A mutation that survives is a row without proof, and fails the run. Words
 * choose mutations by row, file or test (`npm run mutate -- token`); `--browser` adds those that need a build, an hour for all.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { applyEdits, widerRoot } from '../support/builds/edited-copy'
import { playwrightResults, type TestResult, vitestResults } from '../support/report'
import { testFileOf } from '../support/test-files'
import { type Mutation, mutations, needsBrowser, testsFor } from './mutation'

/** `flaky`: what failed also fails without the mutation, so it proves nothing. */
type Verdict = 'killed' | 'survived' | 'broken' | 'flaky'

function main(): void {
  const options = { browser: { type: 'boolean' } } as const
  const { values, positionals: words } = parseArgs({ options, allowPositionals: true })
  const chosen = mutations
    .filter(({ tests }) => values.browser || !tests.some(needsBrowser))
    .filter(({ rows, file, tests }) =>
      words.every((word) => [...rows, file, ...tests].join(' ').includes(word)),
    )
  if (chosen.length === 0) throw new Error('No mutation has these words; some need --browser.')
  const copy = copySources()
  try {
    requirePassing(copy, chosen)
    const verdicts = chosen.map((mutation) => tryMutation(copy, mutation))
    const countOf = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length
    const counts = (['killed', 'survived', 'broken', 'flaky'] as const).map((one) => `${countOf(one)} ${one}`)
    console.log(counts.join(', '))
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
  // In a comment stays what stood there: some tests edit it again, to build a copy of the copy.
  const { file, found, replacement } = widerRoot
  change(copy, file, (source) => source.replace(found, `${replacement} /* ${found} */`))
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

/** Killed if each row has a test that failed, and doesn't on the restored source. */
function tryMutation(copy: string, mutation: Mutation): Verdict {
  const { rows, file, find, replace, tests } = mutation
  const edit = { file, found: find, replacement: replace }
  const source = change(copy, file, (text) => applyEdits([edit], file, text))
  const results = run(copy, tests)
  writeFileSync(join(copy, file), source)
  const failed = (results ?? []).filter(({ status }) => status === 'failed')
  const killers = tests.filter((test) => failed.some(({ file }) => testFileOf(test) === `tests/${file}`))
  const survivors = rows.filter((row) => testsFor(row, killers).length === 0)
  const isFlaky = () => run(copy, killers)?.every(({ status }) => status !== 'failed') !== true
  const verdict =
    results === null ? 'broken' : survivors.length > 0 ? 'survived' : isFlaky() ? 'flaky' : 'killed'
  const named = (verdict === 'survived' ? survivors : rows).join('; ')
  const [was, is] = [find, replace].map((text) => text.trim().replaceAll(/\s+/g, ' ') || 'nothing')
  const count = `${failed.length} of ${results?.length ?? 0} tests failed`
  console.log(`${verdict.padEnd(10)}${named}: ${file}: ${was} → ${is} (${tests.join(', ')}: ${count})`)
  return verdict
}

/** Changes a file of the copy; returns what stood there. */
function change(copy: string, file: string, edit: (source: string) => string): string {
  const source = readFileSync(join(copy, file), 'utf8')
  writeFileSync(join(copy, file), edit(source))
  return source
}

/** The results of test files; null if one couldn't be loaded or run, which proves nothing. */
function run(copy: string, tests: readonly string[]): TestResult[] | null {
  const inBrowser = tests.filter(needsBrowser)
  const units = tests.filter((test) => !needsBrowser(test))
  if (inBrowser.length > 0 && spawnTool(copy, 'npm', ['run', 'build']) !== 0) return null
  const parts = [
    units.length > 0 && runUnits(copy, units.map(fileOf)),
    inBrowser.length > 0 && runInBrowser(copy, inBrowser.map(fileOf)),
  ].filter((results) => results !== false)
  const isProof = parts.every((results) => results.some(({ title }) => title) && !results.some(isUnloaded))
  return isProof ? parts.flat() : null
}

const fileOf = (test: string) => testFileOf(test) ?? test
const isUnloaded = ({ title }: TestResult) => title === 'not loaded'

function runUnits(copy: string, files: string[]): TestResult[] {
  const report = reportIn(copy, 'vitest.json')
  const options = ['--config', 'tests/vitest.config.ts', '--configLoader', 'runner', '--reporter=json']
  // Tried twice: a broken rule fails both.
  spawnTool(copy, join(bin, 'vitest'), ['run', ...options, '--retry=1', `--outputFile=${report}`, ...files])
  return vitestResults(readReport(report), join(copy, 'tests'))
}

function runInBrowser(copy: string, files: string[]): TestResult[] {
  const report = reportIn(copy, 'playwright.json')
  spawnTool(copy, join(bin, 'playwright'), ['test', '--config', 'tests/playwright.config.ts', ...files])
  return playwrightResults(readReport(report))
}

/** Where the report will be; one of an earlier run is removed. */
function reportIn(copy: string, name: string): string {
  const report = join(copy, 'test-results', name)
  rmSync(report, { force: true })
  return report
}

const readReport = (report: string) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null)

const bin = join('node_modules', '.bin')

function spawnTool(copy: string, tool: string, parameters: string[]): number | null {
  return spawnSync(tool, parameters, { cwd: copy, stdio: 'ignore' }).status
}

main()
