import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '../log'
import { socketAddressHeader } from '../origin'
import { describeProblems } from '../settings'
import { environmentProblems, pointAdminSdkAtEmulator, serverConfig } from './config'
import { openDatabase } from './database'
import { log } from './log'
import { keepCountsClean } from './rate-limit'
import { watchRequests } from './requests-under-way'
import { addSecurityHeaders } from './security-headers'
import { keepSessionsClean } from './session'
import { stopInOrder } from './stop'

/**
 * What must hold before the first request; ends the process if the configuration is wrong, or the database one that
 * nobody but a person can open. While PostgreSQL is out of reach the site runs: pages that need no row work.
 */
export async function prepareServer(): Promise<void> {
  const problems = environmentProblems()
  if (problems.length > 0) stop(describeProblems(problems))
  const config = serverConfig()
  if (config.public.emulatorUrl) pointAdminSdkAtEmulator(config.public.emulatorUrl)
  markRequests()
  // `next dev` ends its parts in an order of its own.
  if (!config.isDevelopment) stopInOrder(watchRequests())
  await addSecurityHeaders().catch((error: unknown) => stop(`The security headers cannot be made: ${error}`))
  const database = await openDatabase()
  if (database.status === 'unusable') stop(`The database cannot be opened: ${database.problem}`)
  keepSessionsClean()
  keepCountsClean()
  if (config.identityProblem) {
    log('error', 'identity.not-configured', {
      variable: 'FIREBASE_WEBAPP_CONFIG',
      problem: config.identityProblem,
    })
  }
}

/** A throw in Next's `register()` leaves a server that answers 500 for ever; ending is clear to everybody. */
function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}

/**
 * Gives each request an id, also told to the client, and the address of its socket. Next hands both on as
 * headers; what the client sent under these names is overwritten.
 */
function markRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const id = crypto.randomUUID()
    request.headers[requestIdHeader] = id
    request.headers[socketAddressHeader] = request.socket.remoteAddress ?? ''
    response.setHeader('x-request-id', id)
  })
}
