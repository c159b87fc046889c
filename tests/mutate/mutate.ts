/**
 * `npm run mutate`: breaks one rule at a time in a copy of the sources and runs the tests that its row of docs/limits.md,
 * docs/asvs.md or docs/spec-coverage.md names. A mutation that survives is a row without proof, and fails the run. Words
 * choose mutations by page, row, file or test (`npm run mutate -- asvs token`); `--browser` adds those that need a build.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyEdits, widerRoot } from '../support/builds/edited-copy'
import { playwrightResults, vitestResults } from '../support/report'
import { testFileOf } from '../support/test-files'
import { isRow, type Mutation, needsBrowser, rowsOf } from './mutation'
import { mutations } from './mutations'

type Verdict = 'killed' | 'survived' | 'broken'

function main(): void {
  const [flags, words] = partition(process.argv.slice(2), (argument) => argument.startsWith('--'))
  const chosen = mutations
    .filter(({ tests }) => flags.includes('--browser') || !tests.some(needsBrowser))
    .filter(({ page, row, file, tests }) =>
      words.every((word) => [page, row, file, ...tests].join(' ').includes(word)),
    )
  const copy = copySources()
  try {
    requirePassing(copy, chosen)
    const verdicts = chosen.map((mutation) => {
      const verdict = tryMutation(copy, mutation)
      console.log(`${verdict.padEnd(10)}${describeMutation(mutation)}`)
      return verdict
    })
    const countOf = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length
    reportUncovered()
    console.log(`${countOf('killed')} killed, ${countOf('survived')} survived, ${countOf('broken')} broken`)
    if (chosen.length === 0 || countOf('killed') < chosen.length) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function describeMutation({ page, row, file, find, replace, tests }: Mutation): string {
  return `${page}, ${row}: ${file}: ${find.trim()} → ${replace.trim() || 'nothing'} (${tests.join(', ')})`
}

/** What git knows or would take, with the packages of this folder. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = listed.toString().split('\0').filter(existsSync)
  for (const file of files) cpSync(file, join(copy, file))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // The packages are a link that leads out of the copy, and Turbopack wants both below its root.
  change(copy, widerRoot.file, (source) => applyEdits([widerRoot], widerRoot.file, source))
  return copy
}

/** A test that fails without a mutation would kill every one. */
function requirePassing(copy: string, chosen: readonly Mutation[]): void {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))]
  for (const some of partition(tests, needsBrowser))
    if (some.length > 0 && run(copy, some) !== 'survived')
      throw new Error(`The tests fail as it is: ${some.join(', ')}`)
}

function tryMutation(copy: string, { file, find, replace, tests }: Mutation): Verdict {
  const edit = { file, found: find, replacement: replace }
  const source = change(copy, file, (text) => applyEdits([edit], file, text))
  try {
    return run(copy, tests)
  } finally {
    writeFileSync(join(copy, file), source)
  }
}

/** Changes a file of the copy; returns what stood there. */
function change(copy: string, file: string, edit: (source: string) => string): string {
  const source = readFileSync(join(copy, file), 'utf8')
  writeFileSync(join(copy, file), edit(source))
  return source
}

/** Whether a test failed; `broken` if one couldn't be loaded or run, which proves nothing. */
function run(copy: string, tests: readonly string[]): Verdict {
  const inBrowser = tests.some(needsBrowser)
  if (inBrowser && spawnTool(copy, 'npm', ['run', 'build']) !== 0) return 'broken'
  const files = tests.map((test) => testFileOf(test) ?? test)
  const report = join(copy, 'test-results', inBrowser ? 'playwright.json' : 'vitest.json')
  rmSync(report, { force: true })
  if (inBrowser) spawnTool(copy, playwright, ['test', '--config', 'tests/playwright.config.ts', ...files])
  else spawnTool(copy, vitest, ['run', ...unitConfig, '--reporter=json', `--outputFile=${report}`, ...files])
  const read = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  const results = inBrowser ? playwrightResults(read) : vitestResults(read, join(copy, 'tests'))
  if (results.length === 0 || results.some(({ title }) => title === 'not loaded')) return 'broken'
  return results.some(({ status }) => status === 'failed') ? 'killed' : 'survived'
}

const vitest = join('node_modules', '.bin', 'vitest')
const playwright = join('node_modules', '.bin', 'playwright')
const unitConfig = ['--config', 'tests/vitest.config.ts', '--configLoader', 'runner']

function spawnTool(copy: string, tool: string, parameters: string[]): number | null {
  return spawnSync(tool, parameters, { cwd: copy, stdio: 'ignore' }).status
}

/** The rows that name a test and have no mutation yet. */
function reportUncovered(): void {
  for (const page of ['limits', 'asvs', 'spec-coverage'] as const) {
    const known = mutations.filter((mutation) => mutation.page === page)
    const proven = rowsOf(page).filter(({ tests }) => tests.some((test) => testFileOf(test)))
    const open = proven.filter(({ row }) => !known.some((mutation) => isRow(row, mutation.row)))
    const [inBrowser, cheap] = partition(open, ({ tests }) => tests.every(needsBrowser))
    const [some, others] = [cheap, inBrowser].map((rows) => rows.map(({ row }) => row).join('; ') || 'none')
    console.log(`${page}: ${known.length} of ${proven.length} rows have a mutation`)
    console.log(`  without one, though a test needs no browser: ${some}`)
    console.log(`  without one, only shown by a browser: ${others}`)
  }
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

main()
