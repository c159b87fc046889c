/**
 * `npm start` and `npm run dev`. Without an identity provider in the settings they also run the Auth emulator, with a demo
 * account and for this machine only; not in production.
 */
import { parseArgs } from 'node:util'
import * as brand from '../lib/site/brand'
import { ensureBuild } from './start/build'
import { demoAccount, emulatorProgram, seedDemoAccount } from './start/emulator'
import { makePlan, type Plan, requireFreePorts } from './start/plan'
import { type Ending, type RunningProgram, startProgram } from './start/program'
import { loadEnvFiles } from './start/project'
import { siteProgram } from './start/site'
import { describeStartError, say, showProgress } from './start/terminal'

/** In the order they stop: the site may need its provider until then. */
const programs: RunningProgram[] = []

/** Exits as the site does. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  const outcome = await Promise.race([
    stopRequest(),
    runUntilEnding(values.dev ? 'dev' : 'start').catch((error: unknown) => ({
      exitCode: 1,
      words: describeStartError(error),
    })),
  ])
  say(outcome === 'stop' ? '\nStopping …' : `\n${outcome.words}`)
  const endings: Ending[] = []
  for (const program of programs) endings.push(await program.stop())
  if (outcome !== 'stop') process.exit(outcome.exitCode)
  const [site] = endings
  // Next has these codes if it's stopped before it is ready.
  const isClean = !site || [0, 130, 143].includes(site.exitCode)
  say(isClean ? 'Stopped.' : `${site.words}: it did not shut down cleanly.`)
  process.exit(isClean ? 0 : site.exitCode)
}

/** Resolves on a signal. Each later one reaches the program that is stopping, too. */
function stopRequest(): Promise<'stop'> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
      process.on(signal, () => {
        if (isStopping) void programs.find(({ isRunning }) => isRunning())?.stop()
        isStopping = true
        resolve('stop')
      })
    // The log has no reader anymore, as with `npm start | head`.
    process.stdout.on('error', () => resolve('stop'))
    // The terminal is gone; its SIGHUP stops us.
    process.stderr.on('error', () => undefined)
  })
}

/** Starts the programs of the plan, until one ends by itself. Throws when they can't start. */
async function runUntilEnding(mode: 'start' | 'dev'): Promise<Pick<Ending, 'exitCode' | 'words'>> {
  loadEnvFiles(mode === 'dev' ? 'development' : 'production')
  const plan = await makePlan(mode)
  await requireFreePorts(plan)
  if (mode === 'start') await ensureBuild()
  const emulator = plan.emulator && (await emulatorProgram(plan.emulator))
  for (const program of [siteProgram(plan), emulator]) if (program) programs.push(startProgram(program))
  const ended = Promise.race(programs.map((program) => program.ended))
  const ready = Promise.all(programs.map(({ whenReady }) => whenReady()))
  const started = Promise.race([ready, ended])
  await (emulator
    ? showProgress(
        () => 'Starting the Auth emulator',
        () => started,
      )
    : started)
  if (programs.every(({ isRunning }) => isRunning())) {
    if (plan.emulator) await seedDemoAccount(plan.emulator)
    say(describeRunning(plan))
  }
  const { exitCode, words, hiddenLines } = await ended
  return { exitCode, words: hiddenLines ? `${words}. Its last output:\n\n${hiddenLines}\n` : `${words}.` }
}

function describeRunning({ url, address, emulator, dataFolder }: Plan): string {
  const lines = [['Site', address.host === null ? `${url.origin}, on all interfaces` : url.origin]]
  if (emulator) {
    lines.push(['Demo account', `${demoAccount.email}, password ${demoAccount.password}`])
    lines.push(['Sign-in', `Auth emulator at ${emulator.url.origin}: accounts for this machine only`])
    lines.push(['Emails', 'are not sent; their links appear here'])
    lines.push(['Data', dataFolder])
  }
  lines.push(['Stop', 'Ctrl-C'])
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(14)}${value}`).join('\n')
  return `\n${brand.name} is running.\n\n${table}\n`
}

void main()
