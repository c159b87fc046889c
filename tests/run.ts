/**
 * `npm test`, and with `--without-browsers` `npm run check`: every stage that can run runs, whatever became
 * of the others. It ends with the time it took, the slowest files and what failed; the last line is
 * `N passed, N failed`: the tests, and one for each check of the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../scripts/start/build'
import { checkBuild } from '../scripts/start/built-tree'
import { createSupervisor } from '../scripts/start/supervisor'
import { bringEngine, type EngineName, engineNames, engines, whySkipped } from './engines/programs'
import { requireBrowser } from './support/browser'
import { type Count, countPlaywright, countProject, countVitest, sumOf } from './support/counts'
import { openRunFolder } from './support/data-dir'
import { playwrightFailures, vitestFailures } from './support/failures'
import { describeSlowest, describeTime, type FileTime, playwrightTimes, vitestTimes } from './support/timings'

/** What became of a stage. Preparations such as the build count only when they fail. */
type Outcome = Count & { stage: string; words: string; files?: FileTime[]; failures?: string[] }

const reportFolder = 'test-results'
const playwrightReport = join(reportFolder, 'playwright.json')

async function main(): Promise<void> {
  const outcomes = await runStages()
  const fileTimes = outcomes.flatMap(({ files = [] }) => files)
  const failures = outcomes.flatMap((outcome) => outcome.failures ?? [])
  const { passed, failed } = sumOf(outcomes)
  console.log()
  for (const { stage, words } of outcomes) console.log(`${stage.padEnd(30)}${words}`)
  const time = describeTime(performance.now())
  console.log(`${'time'.padEnd(30)}${time}; the slowest files, waiting included:`)
  for (const line of describeSlowest(fileTimes, 10)) console.log(line)
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

async function runStages(): Promise<Outcome[]> {
  rmSync(reportFolder, { recursive: true, force: true })
  const style = await checkStyle()
  // The tests of the database wait for disks and timers, and leave the compiler the time it needs. Its words come after theirs.
  const types = checkTypes()
  const run = await openRunFolder()
  try {
    return [style, ...(await runTests(types))]
  } finally {
    await run.close()
  }
}

async function runTests(types: ReturnType<typeof checkTypes>): Promise<Outcome[]> {
  const unitTests = await runUnitTests()
  const outcomes = [await tellTypes(types), unitTests]
  if (process.argv.includes('--without-browsers')) return outcomes
  const browser = await prepare('browser', async () => requireBrowser())
  const brought = bringEngines()
  const build = await prepare('build', makeBuild)
  return [...outcomes, browser, build, await runBrowserTests([browser, build]), ...brought.map(tellEngine)]
}

/** Firefox and WebKit beside the browser of all other tests: one that can't be had is skipped, and the end says why. */
function bringEngines(): { name: EngineName; isHere: boolean }[] {
  announce('engines')
  return engineNames.map((name) => ({ name, isHere: !isStopping && bringEngine(name) !== null }))
}

/** Their tests are among those of the browser, so they count there. */
function tellEngine({ name, isHere }: { name: EngineName; isHere: boolean }): Outcome {
  const count = countProject(readReport(playwrightReport), name)
  const words = isHere ? describeCount('', count).words : `skipped: ${whySkipped(name)}`
  return { stage: `  in ${engines[name].title}`, passed: 0, failed: 0, skipped: 0, words }
}

async function checkStyle(): Promise<Outcome> {
  announce('format and lint')
  return judge('format and lint', await run('biome', ['ci']))
}

/** Next writes the types of the routes itself; on a fresh clone there are none yet. */
async function checkTypes(): Promise<Outcome & { output: string }> {
  let output = ''
  const keep = (chunk: unknown) => {
    output += chunk
  }
  const routeTypes = await run('next', ['typegen'], keep)
  const exitCode = routeTypes === 0 ? await run('tsc', ['--noEmit'], keep) : routeTypes
  return { ...judge('types', exitCode), output }
}

async function tellTypes(checked: ReturnType<typeof checkTypes>): Promise<Outcome> {
  const { output, ...outcome } = await checked
  announce('types')
  console.log(output.trimEnd())
  return outcome
}

async function runUnitTests(): Promise<Outcome> {
  announce('unit and architecture tests')
  const report = join(reportFolder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const config = ['--config', 'tests/vitest.config.ts', '--configLoader', 'runner']
  const exitCode = await run('vitest', ['run', ...config, ...reporters])
  const read = readReport(report)
  const count = describeCount('unit and architecture tests', countVitest({ report: read, exitCode }))
  const files = vitestTimes(read, import.meta.dirname)
  return { ...count, files, failures: explain(count, vitestFailures(read, import.meta.dirname)) }
}

async function makeBuild(): Promise<string> {
  const supervisor = createSupervisor()
  await ensureBuild(supervisor).finally(supervisor.stop)
  if ((await checkBuild()) !== 'current') throw new Error('The build is not one of these sources.')
  return 'of these sources'
}

async function runBrowserTests(preparations: Outcome[]): Promise<Outcome> {
  const stage = 'browser tests'
  const missing = preparations.find(({ failed }) => failed > 0)
  if (missing) return { stage, passed: 0, failed: 0, skipped: 0, words: `not run: no ${missing.stage}` }
  announce(stage)
  const exitCode = await run('playwright', ['test', '--config', 'tests/playwright.config.ts'])
  const report = readReport(playwrightReport)
  const count = describeCount(stage, countPlaywright({ report, exitCode }))
  return { ...count, files: playwrightTimes(report), failures: explain(count, playwrightFailures(report)) }
}

async function prepare(stage: string, work: () => Promise<string>): Promise<Outcome> {
  announce(stage)
  try {
    if (isStopping) throw new Error('The run was stopped.')
    return { stage, passed: 0, failed: 0, skipped: 0, words: await work() }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { stage, passed: 0, failed: 1, skipped: 0, words: 'failed' }
  }
}

function judge(stage: string, exitCode: number | null): Outcome {
  const isGood = exitCode === 0
  const count = { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }
  return { stage, ...count, words: isGood ? 'passed' : 'failed' }
}

function describeCount(stage: string, count: Count): Outcome {
  const skipped = count.skipped > 0 ? `, ${count.skipped} not run` : ''
  return { stage, ...count, words: `${count.passed} passed, ${count.failed} failed${skipped}` }
}

/** What failed though no test did, such as an error after all of them, is in the runner's own words alone. */
function explain({ stage, failed }: Outcome, failures: string[]): string[] {
  return failed > 0 && failures.length === 0
    ? [`${stage}: no test says why; its runner does, above`]
    : failures
}

function announce(stage: string): void {
  console.log(`\n── ${stage}`)
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

const running = new Set<ChildProcess>()
let isStopping = false

/** The exit code of one of our tools; null if it could not be started or was stopped. What it says is shown, or kept. */
function run(tool: string, parameters: string[], keep?: (chunk: unknown) => void): Promise<number | null> {
  if (isStopping) return Promise.resolve(null)
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', tool), parameters, { stdio: keep ? 'pipe' : 'inherit' })
    if (keep) for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
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

/** Asked to stop, the run still says what it knows. A Ctrl-C in the terminal has reached the tool already. */
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
