/** The site's server: Next, in production or with hot reload. */
import ms from 'ms'
import { printable } from '../../lib/log/record'
import { childEnvironment } from '../../lib/server/config'
import { boundedWriter } from '../../lib/server/log/log'
import { routes } from '../../lib/site/routes'
import { type Child, openChild } from './children'
import { placeOf, requireFreePort } from './ports'
import { installedFile } from './project'
import { isAnswering, requireReady } from './readiness'
import type { Shutdown } from './shutdown'
import { say, startProblem } from './terminal'

export type SitePlan = {
  mode: 'start' | 'dev'
  /** Where the person finds it. */
  url: URL
  /** Whether all interfaces listen, or the one alone that the URL names. */
  isPublic: boolean
  /** What its environment has that ours has not. */
  settings: Record<string, string>
  /** How long it may take to end in order. */
  closeWithinMs: number
}

/** Finds out, before anything long begins, what would keep the site from starting. */
export async function requireStartableSite({ url, isPublic }: SitePlan): Promise<void> {
  const { host, port } = placeOf(url)
  await requireFreePort({ host: isPublic ? null : host, port }, { purpose: 'the site', setting: 'PORT' })
}

/** Starts the site and waits until it answers. */
export async function openSite(plan: SitePlan, shutdown: Shutdown): Promise<Child> {
  await requireStartableSite(plan)
  const { mode, url, isPublic, settings, closeWithinMs } = plan
  const { host, port } = placeOf(url)
  let isServing = false
  const open = () =>
    openChild({
      run: [requireNext(), mode, '--port', String(port), ...(isPublic ? [] : ['--hostname', host])],
      environment: childEnvironment({
        ...settings,
        NODE_ENV: mode === 'dev' ? 'development' : 'production',
        NEXT_TELEMETRY_DISABLED: '1',
      }),
      showLine: showSiteLine,
      keptLines: 0,
      closeWithinMs,
    })
  const child = shutdown.open(() => closeInOrder(open(), () => isServing && mode === 'start'))
  await requireReady({
    name: 'The site',
    child,
    isReady: () => isAnswering(new URL(routes.api.config, url)),
    withinMs: ms('5m'),
  })
  isServing = true
  return child
}

/** Once it serves, it ends by itself with 0; else requests were cut off, and whoever stopped us has to know. */
function closeInOrder(child: Child, isOrderWanted: () => boolean): Child {
  let isGone = false
  void child.ended.then(() => {
    isGone = true
  })
  return {
    ...child,
    close: async () => {
      const wasGone = isGone
      await child.close()
      const { isSuccess, words } = await child.ended
      if (!wasGone && !isSuccess && isOrderWanted())
        throw startProblem(`The site did not end in order: it ${words}.`)
    },
  }
}

/** Next's own program. */
export function requireNext(): string {
  const program = installedFile('next/dist/bin/next')
  if (program) return program
  throw startProblem('Next is not installed. Run: npm ci')
}

/**
 * Records go to stdout, so that it can be piped into whatever reads the log; Next's words for people go to stderr. What a
 * visitor has brought `next dev` to print commands no terminal.
 */
function showSiteLine(line: string, stream: 'stdout' | 'stderr'): boolean {
  if (stream === 'stdout' && line.startsWith('{')) writeLine(`${printable(line)}\n`)
  else say(printable(line))
  return true
}

const writeLine = boundedWriter(process.stdout, 8 * 1024 * 1024)
