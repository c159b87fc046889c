/** The programs of a start, and how they are stopped together. */
import { type Child, type Program, startChild } from './child'
import { describeStartError, say } from './terminal'

export type Supervisor = {
  /** Throws once stopping has begun. */
  start(program: Program): Child
  /** Stops all, the last one first, even if one fails. True if none did. */
  stop(): Promise<boolean>
  /** Forces the one that is being waited for. Those after it still get their time. */
  stopNow(): void
}

export function createSupervisor(): Supervisor {
  const children: Child[] = []
  let isStopping = false
  let stopping: Child | null = null
  return {
    start: (program) => {
      if (isStopping) throw new Error('nothing can be started while all is being stopped')
      const child = startChild(program)
      children.push(child)
      return child
    },
    stop: async () => {
      isStopping = true
      let isClean = true
      for (const child of children.reverse()) {
        stopping = child
        await child.stop().catch((error: unknown) => {
          isClean = false
          say(describeStartError(error))
        })
      }
      return isClean
    },
    stopNow: () => stopping?.stopNow(),
  }
}

/**
 * Resolves when the start command is asked to stop; `askAgain` is called for each later request. A Ctrl-C may
 * arrive twice, from the terminal and from npm: within a second it is the same request.
 */
export function stopRequest(askAgain: () => void): Promise<void> {
  let askedAt: number | null = null
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
      process.on(signal, () => {
        askedAt ??= performance.now()
        if (performance.now() - askedAt > sameRequestMs) askAgain()
        resolve()
      })
    }
    // Nobody reads the log anymore, as with `npm start | head`.
    process.stdout.on('error', () => resolve())
    // The terminal is gone; its SIGHUP tells us to stop.
    process.stderr.on('error', () => undefined)
  })
}

const sameRequestMs = 1_000
