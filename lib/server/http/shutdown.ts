import 'server-only'
/** How the server ends when it is asked to (SIGTERM, SIGINT): gracefully, and within a limit. */
import { setTimeout as delay } from 'node:timers/promises'
import { after } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { closeDatabase } from '@/lib/server/database/database'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { closeServers, countOpenRequests, keepNoConnection } from './before-next'

/** Whether the server has been asked to end. It may answer for a while yet. */
export function isShuttingDown(): boolean {
  return shared.isShuttingDown
}

/** Does after the answer what nobody has to wait for. A graceful shutdown lets it end. */
export function afterAnswer(work: () => Promise<void>): void {
  shared.workLeft += 1
  after(() =>
    work().finally(() => {
      shared.workLeft -= 1
    }),
  )
}

/**
 * From now on a signal to end means a graceful shutdown: `/api/ready` says so; after `SHUTDOWN_DELAY` no connection is
 * taken any more; what is under way is finished, work after answers included; then the database is closed, and the
 * process ends with 0. What is not done within `SHUTDOWN_TIMEOUT`, or when somebody asks again, is cut off: the exit
 * code is then 1, and the log says how many requests that were.
 */
export function shutDownGracefully(): void {
  let askedAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners would end the process before the database is closed.
    process.removeAllListeners(signal)
    process.on(signal, () => {
      const now = performance.now()
      if (askedAt === null) void shutDown(signal, now)
      else if (now - askedAt > sameWishMs) forceExit('asked-again', askedAt)
      askedAt ??= now
    })
  }
}

/** A Ctrl-C in a terminal may arrive twice, by two ways. */
const sameWishMs = 1_000

const shared = oncePerProcess('shutdown', () => ({ isShuttingDown: false, workLeft: 0 }))

async function shutDown(signal: NodeJS.Signals, askedAt: number): Promise<void> {
  const { delayMs, timeoutMs } = serverConfig().shutdown
  shared.isShuttingDown = true
  log('info', 'server.stopping', { signal, requests: countOpenRequests() })
  keepNoConnection()
  await delay(delayMs)
  setTimeout(() => forceExit('time-limit', askedAt), timeoutMs)
  await closeServers()
  while (shared.workLeft > 0) await delay(50)
  try {
    await closeDatabase()
    log('info', 'server.stopped', { afterMs: since(askedAt) })
    process.exit(0)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log('error', 'server.stopped', { reason: 'database-not-closed', error: reason, afterMs: since(askedAt) })
    process.exit(1)
  }
}

/** The database is not waited for: what it has acknowledged is on the disk. */
function forceExit(reason: 'time-limit' | 'asked-again', askedAt: number): never {
  log('error', 'server.stopped', { reason, requestsCutOff: countOpenRequests(), afterMs: since(askedAt) })
  process.exit(1)
}

function since(moment: number): number {
  return Math.round(performance.now() - moment)
}
