/** The site's server: Next, in production or with hot reload. */
import { printable } from '../../lib/log/record'
import { childEnvironment } from '../../lib/server/config'
import { boundedWriter } from '../../lib/server/log/log'
import { apiRoutes } from '../../lib/site/api-routes'
import type { Program } from './child'
import type { Address } from './ports'
import { requireNext, standaloneServer } from './project'
import { isAnswering } from './readiness'
import { say } from './terminal'

export type SitePlan = {
  mode: 'start' | 'dev'
  /** Where people find it. */
  url: URL
  /** Where it listens. */
  address: Address
  /** A second address with the same port, whose connections are passed on to the first: Next listens at one. */
  passedOnFrom: string | null
  /** What its environment has besides ours. */
  settings: Record<string, string>
  /** How long its graceful shutdown may take. */
  stopWithinMs: number
}

export function siteProgram({ mode, url, address, settings, stopWithinMs }: SitePlan): Program {
  const { run, variables } = serverAt(address, mode)
  return {
    name: 'The site',
    run: [...nodeOptions, ...run],
    environment: childEnvironment({
      ...settings,
      ...variables,
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    }),
    showLine,
    isReady: () => isAnswering(new URL(apiRoutes.config, url)),
    // Otherwise requests were cut off, and the exit code must say so.
    mustExitCleanly: mode === 'start',
    stopWithinMs,
  }
}

/** Next's command gets its address as arguments, its standalone server as variables. */
function serverAt({ host, port }: Address, mode: SitePlan['mode']) {
  const server = mode === 'start' ? standaloneServer() : null
  // In a container HOSTNAME is its name, at whose address alone the server would listen: no probe of 127.0.0.1 gets there.
  if (server) return { run: [server], variables: { PORT: String(port), HOSTNAME: host ?? '0.0.0.0' } }
  const hostname = host === null ? [] : ['--hostname', host]
  return { run: [requireNext(), mode, '--port', String(port), ...hostname], variables: {} }
}

/** What a request leaves behind is gone before it would be copied (docs/decisions/platform.md). */
const nodeOptions = ['--max-semi-space-size=32']

/**
 * Records go to stdout, so it can be piped into a log reader, and messages for people to stderr. Escape
 * sequences sent by visitors must not reach the terminal.
 */
function showLine(line: string, stream: 'stdout' | 'stderr'): boolean {
  // Next says where it listens, we say where people find it.
  if (/^\s*- (Local|Network):/.test(line)) return false
  if (stream === 'stdout' && line.startsWith('{')) writeLine(`${printable(line)}\n`)
  else say(printable(line))
  return true
}

const writeLine = boundedWriter(process.stdout, 8 * 1024 * 1024)
