/**
 * `npm start` and `npm run dev`. Without an identity provider in the settings they also run the Auth emulator, with a demo
 * account and for this machine only; not in production.
 */
import { parseArgs } from 'node:util'
import { printable } from '../lib/log/record'
import { childEnvironment } from '../lib/server/config'
import { boundedWriter } from '../lib/server/log/log'
import { apiRoutes } from '../lib/site/api-routes'
import * as brand from '../lib/site/brand'
import { ensureBuild } from './start/build'
import { demoAccount, type EmulatorPlan, emulatorProgram, prepareEmulator } from './start/emulator'
import { loadEnvFiles } from './start/env-files'
import { makePlan, type Plan, requireFreePorts } from './start/plan'
import { type Address, isAnswering } from './start/ports'
import { type Ending, type Program, type RunningProgram, startProgram } from './start/program'
import { nextProgram, standaloneServer } from './start/project'
import { describeStartError, say, showProgress } from './start/terminal'

/** The site starts after its emulator and stops before, as it may need it until then. */
const running: { site?: RunningProgram; emulator?: RunningProgram; isStopping?: true } = {}

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
  running.isStopping = true
  const site = await running.site?.stop()
  await running.emulator?.stop()
  if (outcome !== 'stop') process.exit(outcome.exitCode)
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
        const { site, emulator } = running
        if (isStopping) void [site, emulator].find((program) => program?.isRunning())?.stop()
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
  const ends: Promise<Ending>[] = []
  if (plan.emulator) {
    running.emulator = startProgram(await emulatorProgram(plan.emulator))
    ends.push(running.emulator.ended)
    await showProgress('Starting the Auth emulator', untilPrepared(running.emulator, plan.emulator))
  }
  if (!running.isStopping && running.emulator?.isRunning() !== false) {
    running.site = startProgram(siteProgram(plan))
    ends.push(running.site.ended)
    const isReady = running.site.whenReady().then(() => say(describeRunning(plan)))
    await Promise.race([isReady, ...ends])
  }
  const { exitCode, words, hiddenLines } = await Promise.race(ends)
  return { exitCode, words: hiddenLines ? `${words}. Its last output:\n\n${hiddenLines}\n` : `${words}.` }
}

/** Until it can answer the site, or has ended. */
async function untilPrepared(emulator: RunningProgram, plan: EmulatorPlan): Promise<void> {
  await Promise.race([emulator.whenReady(), emulator.ended])
  if (emulator.isRunning()) await prepareEmulator(plan)
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

/** The site's server: Next, in production or with hot reload. */
function siteProgram({ mode, url, address, settings, stopTimeoutMs }: Plan): Program {
  const { run, variables } = serverAt(address, mode)
  return {
    name: 'The site',
    // Garbage of a request is collected before it would be promoted, and the rest before it doubles, which `next dev` can't pass on
    // to its server (docs/decisions/platform.md).
    run: ['--max-semi-space-size=32', ...(mode === 'start' ? ['--heap-growing-percent=100'] : []), ...run],
    environment: childEnvironment({
      ...settings,
      ...variables,
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    }),
    showLine,
    isReady: () => isAnswering(new URL(apiRoutes.config, url)),
    stopTimeoutMs,
  }
}

/** Next's command gets its address as arguments, its standalone server as variables. */
function serverAt({ host, port }: Address, mode: Plan['mode']) {
  const server = mode === 'start' ? standaloneServer() : null
  // A container's HOSTNAME is its name; listening only there, the server wouldn't get probes of 127.0.0.1.
  if (server) return { run: [server], variables: { PORT: String(port), HOSTNAME: host ?? '0.0.0.0' } }
  const hostname = host === null ? [] : ['--hostname', host]
  return { run: [nextProgram, mode, '--port', String(port), ...hostname], variables: {} }
}

/** Writes records to stdout, for log readers, and messages to stderr. Escapes control characters sent by visitors. */
function showLine(line: string, stream: 'stdout' | 'stderr'): boolean {
  // We print the URL for people ourselves.
  if (/^\s*- (Local|Network):/.test(line)) return true
  if (stream === 'stdout' && line.startsWith('{')) writeLine(`${printable(line)}\n`)
  else say(line)
  return true
}

const writeLine = boundedWriter(process.stdout, 8 * 1024 * 1024)

void main()
