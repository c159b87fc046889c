/** The site's server: Next, in production or with hot reload. */
import { printable } from '../../lib/log/record'
import { childEnvironment } from '../../lib/server/config'
import { boundedWriter } from '../../lib/server/log/log'
import { apiRoutes } from '../../lib/site/api-routes'
import type { Plan } from './plan'
import { type Address, isAnswering } from './ports'
import type { Program } from './program'
import { nextProgram, standaloneServer } from './project'
import { say } from './terminal'

export function siteProgram({ mode, url, address, settings, stopTimeoutMs }: Plan): Program {
  const { run, variables } = serverAt(address, mode)
  return {
    name: 'The site',
    // Garbage of a request is collected before it would be promoted (docs/decisions/platform.md).
    run: ['--max-semi-space-size=32', ...run],
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
  else say(printable(line))
  return true
}

const writeLine = boundedWriter(process.stdout, 8 * 1024 * 1024)
