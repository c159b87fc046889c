/**
 * `npm test`, and with `--without-browsers` `npm run check`: runs every stage that can run, whatever became of the others.
 * Ends with the time it took, the slowest files and what failed; the last line is `N passed, N failed`: the tests, and one
 * for each check of the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild, isBuildCurrent } from '../scripts/start/build'
import { engineNames, engines, installEngine, whySkipped } from './engines/programs'
import { requireQuickBrowser } from './support/browser'
import {
  type Count,
  countOf,
  describeFailures,
  describeSlowest,
  describeTime,
  judgeRun,
  playwrightResults,
  type TestResult,
  vitestResults,
} from './support/report'
import { createRunFolder } from './support/run'

/** What became of a stage. Preparations such as the build count only when they fail. */
type Outcome = Count & { stage: string; words: string; results?: TestResult[]; failures?: string[] }

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
const reportFolder = 'test-results'
const unitStage = 'unit and architecture tests'
const browserStage = 'browser tests'

async function main(): Promise<void> {
  const outcomes = await runStages()
  console.log()
  for (const { stage, words } of outcomes) console.log(`${stage.padEnd(30)}${words}`)
  const time = describeTime(performance.now())
  console.log(`${'time'.padEnd(30)}${time}; the slowest files, waiting included:`)
  const results = outcomes.flatMap((outcome) => outcome.results ?? [])
  for (const line of describeSlowest(results, 10)) console.log(line)
  for (const failure of outcomes.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`)
  const sumOf = (status: keyof Count) => outcomes.reduce((sum, outcome) => sum + outcome[status], 0)
  console.log(`${sumOf('passed')} passed, ${sumOf('failed')} failed`)
  process.exitCode = sumOf('failed') > 0 ? 1 : 0
}

async function runStages(): Promise<Outcome[]> {
  rmSync(reportFolder, { recursive: true, force: true })
  // Beside the unit tests, which wait for disks and timers; their output comes after theirs.
  const checks = Promise.all([runCheck('format and lint', 'lint'), runCheck('types', 'typecheck')])
  const folder = await createRunFolder()
  try {
    const unitTests = await runUnitTests()
    const checked = await checks
    for (const { stage, output } of checked) {
      announce(stage)
      console.log(output.trimEnd())
    }
    const browserStages = process.argv.includes('--without-browsers') ? [] : await runBrowserStages()
    return [...checked, unitTests, ...browserStages]
  } finally {
    await folder.close()
  }
}

/** Runs beside others: its output is shown later. */
async function runCheck(stage: string, script: string): Promise<Outcome & { output: string }> {
  let output = ''
  const exitCode = await run('npm', ['run', '--silent', script], (chunk) => {
    output += chunk
  })
  const words = exitCode === 0 ? 'passed' : 'failed'
  return { stage, ...nothing, [words]: 1, words, output }
}

async function runUnitTests(): Promise<Outcome> {
  announce(unitStage)
  const report = join(reportFolder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const config = ['--config', 'tests/vitest.config.ts', '--configLoader', 'runner']
  const exitCode = await run('vitest', ['run', ...config, ...reporters])
  return judgeTests(unitStage, vitestResults(readReport(report), import.meta.dirname), exitCode)
}

async function runBrowserStages(): Promise<Outcome[]> {
  const browser = await prepare('browser', async () => requireQuickBrowser())
  announce('engines')
  const brought = engineNames.map((name) => ({ name, isHere: !isStopping && installEngine(name) !== null }))
  const build = await prepare('build', makeBuild)
  const missing = [browser, build].find(({ failed }) => failed > 0)
  const tests = missing
    ? { stage: browserStage, ...nothing, words: `not run: no ${missing.stage}` }
    : await runBrowserTests()
  const inEngines = brought.map(({ name, isHere }) => {
    const count = countOf((tests.results ?? []).filter(({ project }) => project === name))
    const words = isHere ? describeCount(count) : `skipped: ${whySkipped(name)}`
    // They are among the browser tests, and count there.
    return { stage: `  in ${engines[name].title}`, ...nothing, words }
  })
  return [browser, build, tests, ...inEngines]
}

async function runBrowserTests(): Promise<Outcome> {
  announce(browserStage)
  const exitCode = await run('playwright', ['test', '--config', 'tests/playwright.config.ts'])
  const results = playwrightResults(readReport(join(reportFolder, 'playwright.json')))
  return judgeTests(browserStage, results, exitCode)
}

async function makeBuild(): Promise<string> {
  await ensureBuild()
  if (!(await isBuildCurrent())) throw new Error('The build is not one of these sources.')
  return 'of these sources'
}

async function prepare(stage: string, work: () => Promise<string>): Promise<Outcome> {
  announce(stage)
  try {
    if (isStopping) throw new Error('The run was stopped.')
    return { stage, ...nothing, words: await work() }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { stage, ...nothing, failed: 1, words: 'failed' }
  }
}

/** If a stage failed though no test did, only its runner's output says why. */
function judgeTests(stage: string, results: TestResult[], exitCode: number | null): Outcome {
  const count = judgeRun(results, exitCode)
  const found = describeFailures(results)
  const failures = count.failed > 0 && found.length === 0 ? [`${stage}: no test says why; see above`] : found
  return { stage, ...count, words: describeCount(count), results, failures }
}

function describeCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`
}

function announce(stage: string): void {
  console.log(`\n── ${stage}`)
}

// biome-ignore lint/suspicious/noExplicitAny: each runner has its own format
function readReport(path: string): any {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

const running = new Set<ChildProcess>()
let isStopping = false

/** The exit code of npm or one of our tools; null if it couldn't be started or was stopped. Shows its output, or collects it. */
function run(tool: string, parameters: string[], collect?: (chunk: unknown) => void): Promise<number | null> {
  if (isStopping) return Promise.resolve(null)
  return new Promise((resolve) => {
    const program = tool === 'npm' ? tool : join('node_modules', '.bin', tool)
    const child = spawn(program, parameters, { stdio: collect ? 'pipe' : 'inherit' })
    if (collect) for (const stream of [child.stdout, child.stderr]) stream?.on('data', collect)
    running.add(child)
    child.once('error', (error) => {
      console.error(`${tool} could not be started: ${error.message}`)
      resolve(null)
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
}

/** A stopped run still reports what it knows. Ctrl-C in a terminal has reached the tool already. */
function stop(signal: NodeJS.Signals): void {
  isStopping = true
  if (signal !== 'SIGINT') for (const child of running) child.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

main().catch((error: unknown) => {
  console.error(error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
})
