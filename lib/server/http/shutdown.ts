import 'server-only'
/** Graceful shutdown on SIGTERM and SIGINT, within a time limit. */
import { setTimeout as delay } from 'node:timers/promises'
import { after } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { closeDatabase } from '@/lib/server/database/connection'
import { log } from '@/lib/server/log/log'
import { listensAt, oncePerProcess } from '@/lib/server/process'
import { closeServers, countOpenRequests, disableKeepAlive } from './requests'

/** Whether shutdown has begun. The server may still answer requests. */
export function isShuttingDown(): boolean {
  return shared.isShuttingDown
}

/** Runs work after the response. Graceful shutdown waits for it. */
export function afterResponse(work: () => Promise<void>): void {
  shared.workLeft += 1
  after(() =>
    work().finally(() => {
      shared.workLeft -= 1
    }),
  )
}

/**
 * From now on a signal shuts down gracefully: `/api/ready` reports it; after `SHUTDOWN_DELAY` no connections are
 * accepted; open requests and `afterResponse` work finish; the database closes; exit code 0. `SHUTDOWN_TIMEOUT`
 * or a second signal forces exit with code 1 and logs how many requests were cut off.
 */
export function installGracefulShutdown(): void {
  let signaledAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners would exit before the database is closed.
    process.removeAllListeners(signal)
    process.on(signal, () => {
      const now = performance.now()
      if (signaledAt === null) void shutDown(signal, now)
      else if (now - signaledAt > duplicateSignalMs) forceExit('asked-again', signaledAt)
      signaledAt ??= now
    })
  }
}

/** One Ctrl-C in a terminal can deliver the signal twice. */
const duplicateSignalMs = 1_000

const shared = oncePerProcess('shutdown', () => ({ isShuttingDown: false, workLeft: 0 }))

async function shutDown(signal: NodeJS.Signals, signaledAt: number): Promise<void> {
  const { delayMs, timeoutMs } = serverConfig().shutdown
  shared.isShuttingDown = true
  log('info', 'server.stopping', { signal, requests: countOpenRequests() })
  disableKeepAlive()
  await delay(delayMs)
  setTimeout(() => forceExit('time-limit', signaledAt), timeoutMs)
  await closeServers()
  while (shared.workLeft > 0) await delay(50)
  const problem = await closeDatabase().catch(String)
  const facts = { afterMs: since(signaledAt), listensAt: listensAt(serverConfig().port) }
  if (problem) log('error', 'server.stopped', { reason: 'database-not-closed', error: problem, ...facts })
  else log('info', 'server.stopped', facts)
  process.exit(problem ? 1 : 0)
}

/** Doesn't wait for the database: acknowledged writes are already on disk. */
function forceExit(reason: 'time-limit' | 'asked-again', signaledAt: number): never {
  const facts = {
    requestsCutOff: countOpenRequests(),
    afterMs: since(signaledAt),
    listensAt: listensAt(serverConfig().port),
  }
  log('error', 'server.stopped', { reason, ...facts })
  process.exit(1)
}

function since(moment: number): number {
  return Math.round(performance.now() - moment)
}
