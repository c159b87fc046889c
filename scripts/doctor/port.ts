/** Whether the port is free or Foyer runs there already, and who can reach it. */
import * as v from 'valibot'
import { isLoopback } from '../../lib/config/config'
import { handlers } from '../../lib/site/api-routes'
import { portFault } from '../start/ports'
import { type DoctorContext, type Finding, ok, problem, warning } from './finding'

/** Listens for a moment. If Foyer runs there already, checks its readiness. */
export async function examinePort(context: DoctorContext): Promise<Finding[]> {
  return [await examineUse(context), ...examineReach(context)]
}

async function examineUse({ config, isEmbedded }: DoctorContext): Promise<Finding> {
  const { host, port } = config
  // The start command chooses one.
  if (port === 0) return ok('Port', 'any that is free')
  const address = { host: host ?? (isEmbedded ? 'localhost' : null), port }
  const name = `${port}${address.host === null ? '' : ` of ${address.host}`}`
  const fault = await portFault(address)
  if (fault === null) return ok('Port', `${name} is free`)
  if (fault !== 'EADDRINUSE') {
    const setting = fault === 'EACCES' ? 'PORT (below 1024 only root may)' : 'HOST'
    return problem('Port', `${name} can't be used (${fault}). Set another ${setting}`)
  }
  const state = await fetchReadiness(address.host ?? '127.0.0.1', port)
  if (state === null) return problem('Port', `${name} is in use by another program. Stop it, or set PORT`)
  if (state.length === 0) return ok('Port', `${name}: Foyer runs there, and is ready`)
  return problem('Port', `${name}: Foyer runs there, but isn't ready (${state.join(', ')})`)
}

/** Why the Foyer there isn't ready; null if it's another program. */
async function fetchReadiness(host: string, port: number): Promise<string[] | null> {
  try {
    const name = host.includes(':') ? `[${host}]` : host
    const url = new URL(handlers.ready, `http://${name}:${port}`)
    const response = await fetch(url, { signal: AbortSignal.timeout(4_000), redirect: 'manual' })
    const read = v.safeParse(readiness, await response.json())
    return read.success ? (read.output.reasons ?? []) : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    if (error instanceof DOMException) return null
    throw error
  }
}

const readiness = v.object({ status: v.string(), reasons: v.optional(v.array(v.string())) })

/** Clients that bypass the trusted proxies can forge the address of the visitor. */
function examineReach({ config }: DoctorContext): Finding[] {
  const { host, origin } = config
  if (origin.trustedProxies === 0 || (host !== null && isLoopback(host.replace(/^::1$/, '[::1]')))) return []
  const where = host === null ? 'on all interfaces' : `at ${host}`
  const words = `Foyer listens ${where}: who reaches it past the proxy can forge X-Forwarded-For`
  return [warning('Proxy', `${words}. Set HOST=127.0.0.1, or let nothing but the proxy through the firewall`)]
}
