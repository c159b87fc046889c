/** The production build, made by the start command when there is none of these sources. */
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { buildObstacle, forgetBuiltTree, judgeBuild } from './built-tree'
import { requireNext, typescriptFlags } from './project'
import type { Supervisor } from './supervisor'
import { say, showProgress, startProblem } from './terminal'

/** Afterwards there is a build: of these sources, or, where none can be made, the one that is there. */
export async function ensureBuild(supervisor: Supervisor): Promise<void> {
  const judgement = await judgeBuild()
  if (judgement === 'current') return
  const obstacle = buildObstacle()
  if (!obstacle) return showProgress('Building the site', () => build(supervisor))
  if (judgement === 'none')
    throw startProblem(`There is no build of the site, and ${obstacle}. Run: npm ci && npm run build`)
  say(`Starting the existing build as it is: ${obstacle}.`)
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
  if (!isSuccess)
    throw startProblem(`${lastLines}\n\nThe site could not be built. What the build said stands above.`)
}
