/** The production build, which the start command creates if the sources have changed. */
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { cannotBuildReason, checkBuild, forgetBuiltTree } from './built-tree'
import { requireNext, typescriptFlags } from './project'
import type { Supervisor } from './supervisor'
import { say, showProgress, startProblem } from './terminal'

/** Builds the site unless the build is current. Where it can't build, it accepts an older build. */
export async function ensureBuild(supervisor: Supervisor): Promise<void> {
  const state = await checkBuild()
  if (state === 'current') return
  const reason = cannotBuildReason()
  if (!reason)
    return showProgress(
      () => 'Building the site',
      () => build(supervisor),
    )
  if (state === 'none')
    throw startProblem(`There is no build of the site, and ${reason}. Run: npm ci && npm run build`)
  say(`Starting the existing build: ${reason}.`)
}

/** The same two steps as `npm run build`. */
async function build(supervisor: Supervisor): Promise<void> {
  await forgetBuiltTree()
  await runStep([requireNext(), 'build'], supervisor)
  await runStep([...typescriptFlags, 'scripts/post-build.ts'], supervisor)
}

async function runStep(run: string[], supervisor: Supervisor): Promise<void> {
  const { ended } = supervisor.start({
    name: 'The build',
    run,
    environment: childEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
    showLine: () => false,
    stopTimeoutMs: ms('2s'),
  })
  const { isSuccess, lastLines } = await ended
  if (!isSuccess) throw startProblem(`${lastLines}\n\nThe build failed; its output is above.`)
}
