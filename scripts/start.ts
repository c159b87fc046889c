/**
 * `npm start` and `npm run dev`. Without an identity provider in the settings they also run the Auth emulator, with a demo
 * account and for this machine only; not in production.
 */
import { parseArgs } from 'node:util'
import { ensureBuild } from './start/build'
import { demoAccount, emulatorProgram, seedDemoAccount } from './start/emulator'
import { loadEnvFiles } from './start/env-files'
import { makePlan, type Plan, requireFreePorts } from './start/plan'
import { forwardConnections } from './start/second-address'
import { siteProgram } from './start/site'
import { createSupervisor, type Supervisor, stopRequest } from './start/supervisor'
import { describeStartError, say, showProgress } from './start/terminal'

async function main(): Promise<void> {
  const supervisor = createSupervisor()
  const stopped = stopRequest(supervisor.stopNow).then(() => 'stopped' as const)
  const failed = runUntilFailure(supervisor).catch((error: unknown) => ({ error }))
  const outcome = await Promise.race([stopped, failed])
  say(outcome === 'stopped' ? '\nStopping …' : `\n${describeStartError(outcome.error)}`)
  const isClean = await supervisor.stop()
  if (outcome === 'stopped') say('Stopped.')
  process.exit(outcome === 'stopped' && isClean ? 0 : 1)
}

/** Starts the programs of the plan. Throws when one can't start or ends by itself. */
async function runUntilFailure(supervisor: Supervisor): Promise<never> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  loadEnvFiles(values.dev ? 'development' : 'production')
  const plan = await makePlan(values.dev ? 'dev' : 'start')
  await requireFreePorts(plan)
  if (!values.dev) await ensureBuild(supervisor)
  // The provider starts first, so that it stops last: the site may need it until then.
  const emulator = plan.emulator && supervisor.start(await emulatorProgram(plan.emulator))
  const site = supervisor.start(siteProgram(plan.site))
  if (plan.site.forwardedFrom) await forwardConnections(plan.site.forwardedFrom, plan.site.address)
  const programs = emulator ? [emulator, site] : [site]
  const ready = Promise.all(programs.map(({ whenReady }) => whenReady()))
  await (emulator
    ? showProgress(
        () => 'Starting the Auth emulator',
        () => ready,
      )
    : ready)
  say(describeRunning(plan, plan.emulator !== null && (await seedDemoAccount(plan.emulator))))
  return Promise.race(programs.map(({ requireRunning }) => requireRunning()))
}

function describeRunning({ site, emulator, dataFolder, warning }: Plan, hasDemoAccount: boolean): string {
  const lines = [
    ['Site', site.address.host === null ? `${site.url.origin}, on all interfaces` : site.url.origin],
  ]
  if (hasDemoAccount) lines.push(['Demo account', `${demoAccount.email}, password ${demoAccount.password}`])
  if (emulator) {
    lines.push(['Sign-in', `Auth emulator at ${emulator.url.origin}: accounts for this machine only`])
    lines.push(['Emails', 'are not sent; their links appear here'])
    lines.push(['Data', dataFolder])
  }
  lines.push(['Stop', 'Ctrl-C'])
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(14)}${value}`).join('\n')
  return ['', 'Foyer is running.', '', table, ...(warning ? ['', warning] : []), ''].join('\n')
}

void main()
