/**
 * `npm run measure:session`: what the check of a session costs. `--seconds` and `--requests` make it shorter, to try
 * it out. All of it runs on this machine, the load as well: of the speeds only the ratio says something.
 */
import { parseArgs } from 'node:util'
import { measureHeapGrowth } from './measure/heap-growth'
import { openMeasuredSession } from './measure/measured-session'
import { measureSessionCost } from './measure/session-cost'
import { measureSpeeds } from './measure/speeds'
import { ensureBuild } from './start/build'
import { openShutdown, type Shutdown, stopRequest } from './start/shutdown'
import { errorInWords, say } from './start/terminal'

async function main(): Promise<void> {
  const shutdown = openShutdown()
  const stopped = stopRequest().then(() => ['Stopped.'])
  const measured = measureSession(shutdown).catch((error: unknown) => [errorInWords(error)])
  const problems = await Promise.race([stopped, measured])
  await shutdown.run()
  for (const problem of problems) say(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}

/** Measures all, and names the promises that do not hold. */
async function measureSession(shutdown: Shutdown): Promise<string[]> {
  const { seconds, requests } = parseOptions()
  const { session, close } = await openMeasuredSession()
  shutdown.open(() => ({ close }))
  await ensureBuild(shutdown)
  const costly = await measureSessionCost({ session, batches: Math.max(5, Math.round(seconds)), shutdown })
  const growing = await measureHeapGrowth({ session, requests, shutdown })
  await measureSpeeds({ session, seconds, shutdown })
  return [...costly, ...growing]
}

function parseOptions(): { seconds: number; requests: number } {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      requests: { type: 'string', default: '100000' },
    },
  })
  return { seconds: Number(values.seconds), requests: Number(values.requests) }
}

void main()
