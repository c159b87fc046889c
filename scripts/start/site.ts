/** The site's server: Next, in production or with hot reload. */
import { printable } from '../../lib/log/record'
import { childEnvironment } from '../../lib/server/config'
import { boundedWriter } from '../../lib/server/log/log'
import { apiRoutes } from '../../lib/site/api-routes'
import type { Program } from './child'
import type { Address } from './ports'
import { requireNext } from './project'
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
  const host = address.host === null ? [] : ['--hostname', address.host]
  return {
    name: 'The site',
    run: [...nodeOptions, requireNext(), mode, '--port', String(address.port), ...host],
    environment: childEnvironment({
      ...settings,
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
