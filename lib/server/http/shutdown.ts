import 'server-only'
/** How the server ends when it is asked to (SIGTERM, SIGINT): in order, and within a limit. */
import { setTimeout as delay } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import { closeDatabase } from '@/lib/server/database/database'
import { log } from '@/lib/server/log/log'
import { closeConnections, countOpenRequests, keepNoConnection } from './before-next'

/** Whether the server has been asked to end. It may answer for a while yet. */
export function isStopping(): boolean {
  return shared.isStopping
}

/**
 * From now on a signal to end is followed in order: `/api/ready` says so; after `SHUTDOWN_DELAY` no connection is
 * taken any more; Next finishes what is under way, work after answers included; then the database is closed, and
 * the process ends with 0. What is not done within `SHUTDOWN_TIMEOUT`, or when somebody asks again, is cut off: the
 * exit code is then 1, and the log says how many requests that were.
 */
export function stopInOrder(): void {
  const next = process.listeners('SIGTERM') as NodeJS.SignalsListener[]
  let askedAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (askedAt !== null) return endAtOnce(askedAt)
      askedAt = performance.now()
      void stop({ signal, next, askedAt })
    })
  }

  function endAtOnce(since: number): void {
    if (performance.now() - since > sameWishMs) cutOff({ reason: 'asked-again', askedAt: since })
  }
}

type Stop = {
  signal: NodeJS.Signals
  /** Next's own end: closes the listener, waits for the answers and the work after them, and exits. */
  next: NodeJS.SignalsListener[]
  askedAt: number
}

/** A Ctrl-C in a terminal may arrive twice, by two ways. */
const sameWishMs = 1_000

const sharedKey = Symbol.for('foyer.stop')

/** Next loads this file more than once a process. */
const holder = globalThis as { [sharedKey]?: { isStopping: boolean } }
holder[sharedKey] ??= { isStopping: false }
const shared = holder[sharedKey]

async function stop({ signal, next, askedAt }: Stop): Promise<void> {
  const { delayMs, timeoutMs } = serverConfig().shutdown
  shared.isStopping = true
  log('info', 'server.stopping', { signal, requests: countOpenRequests() })
  keepNoConnection()
  await delay(delayMs)
  setTimeout(() => cutOff({ reason: 'time-limit', askedAt }), timeoutMs)
  // Next leaves no other moment between the last of its work and the end.
  process.exit = (() => void finish(askedAt)) as typeof process.exit
  for (const listener of next) listener(signal)
  closeConnections()
}

const exit: typeof process.exit = process.exit.bind(process)

async function finish(askedAt: number): Promise<void> {
  try {
    await closeDatabase()
    log('info', 'server.stopped', { afterMs: since(askedAt) })
    exit(0)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log('error', 'server.stopped', { reason: 'database-not-closed', error: reason, afterMs: since(askedAt) })
    exit(1)
  }
}

type CutOff = { reason: 'time-limit' | 'asked-again'; askedAt: number }

/** The database is not waited for: what it has acknowledged is on the disk. */
function cutOff({ reason, askedAt }: CutOff): never {
  log('error', 'server.stopped', { reason, requestsCutOff: countOpenRequests(), afterMs: since(askedAt) })
  return exit(1)
}

function since(moment: number): number {
  return Math.round(performance.now() - moment)
}
