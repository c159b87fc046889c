/**
 * `npm start` and `npm run dev`. Without settings of an identity provider they bring their own: the Auth
 * emulator with a demo account, for this machine alone. With settings, or in production: only the site.
 */
import { parseArgs } from 'node:util'
import { loadEnvConfig } from '@next/env'
import { ensureBuild } from './start/build'
import { claimEmulator, openEmulator } from './start/emulator'
import { describeRunning } from './start/overview'
import { makePlan } from './start/plan'
import { projectFolder } from './start/project'
import { requireRunning } from './start/readiness'
import { openShutdown, type Shutdown, stopRequest } from './start/shutdown'
import { openSite, requireStartableSite } from './start/site'
import { errorInWords, say } from './start/terminal'

async function main(): Promise<void> {
  const shutdown = openShutdown()
  const stopped = stopRequest(shutdown.hurry).then(() => 'stopped' as const)
  const failed = runUntilFailure(shutdown).catch((error: unknown) => ({ error }))
  const outcome = await Promise.race([stopped, failed])
  say(outcome === 'stopped' ? '\nStopping …' : `\n${errorInWords(outcome.error)}`)
  const isClean = await shutdown.run()
  if (outcome === 'stopped') say('Stopped.')
  process.exit(outcome === 'stopped' && isClean ? 0 : 1)
}

/** Starts what the settings ask for. Ends only by failing: when something cannot start, or ends unasked. */
async function runUntilFailure(shutdown: Shutdown): Promise<never> {
  const { dev: isDev, 'export-seconds': exportSeconds } = parseOptions()
  loadEnvConfig(projectFolder, isDev)
  const plan = await makePlan({ mode: isDev ? 'dev' : 'start', exportEveryMs: Number(exportSeconds) * 1000 })
  const { site, emulator } = plan
  await requireStartableSite(site)
  if (emulator) await claimEmulator(emulator, shutdown)
  if (!isDev) await ensureBuild(shutdown)
  // The provider first: as long as the site serves its last visitors, it is there. Each takes seconds to start.
  const provider = shutdown.openPart()
  const [emulatorChild, siteChild] = await Promise.all([
    emulator && openEmulator(emulator, provider),
    openSite(site, shutdown),
  ])
  say(await describeRunning(plan))
  const running = [requireRunning('The site', siteChild)]
  if (emulatorChild) running.push(requireRunning('The Auth emulator', emulatorChild))
  return Promise.race(running)
}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      dev: { type: 'boolean', default: false },
      // How often the emulator's accounts are saved. Tests make it short.
      'export-seconds': { type: 'string', default: '60' },
    },
  })
  return values
}

void main()
