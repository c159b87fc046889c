/** The production build, which the start command makes if there is none of these sources. */
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { cannotBuildReason, checkBuild, forgetBuiltTree } from './built-tree'
import { requireNext, typescriptFlags } from './project'
import type { Supervisor } from './supervisor'
import { say, showProgress, startProblem } from './terminal'

/** Builds the site unless its build is up to date. Where it can't be built, an older build will do. */
export async function ensureBuild(supervisor: Supervisor): Promise<void> {
  const judgement = await checkBuild()
  if (judgement === 'current') return
  const obstacle = cannotBuildReason()
  if (!obstacle)
    return showProgress(
      () => 'Building the site',
      () => build(supervisor),
    )
  if (judgement === 'none')
    throw startProblem(`There is no build of the site, and ${obstacle}. Run: npm ci && npm run build`)
  say(`Starting the existing build: ${obstacle}.`)
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
    stopWithinMs: ms('2s'),
  })
  const { isSuccess, lastLines } = await ended
  if (!isSuccess) throw startProblem(`${lastLines}\n\nThe build failed; its output is above.`)
}
