/** Starts programs and stops them together. */
import { type Child, type Program, startChild } from './child'
import { describeStartError, say } from './terminal'

export type Supervisor = {
  /** Throws once stopping has started. */
  start(program: Program): Child
  /** Stops all programs, last one first. False if one failed. */
  stop(): Promise<boolean>
  /** Forces the program that is stopping. The following ones still get their time. */
  stopNow(): void
}

export function createSupervisor(): Supervisor {
  const children: Child[] = []
  let isStopping = false
  let stopping: Child | null = null
  return {
    start: (program) => {
      if (isStopping) throw new Error('nothing can start while programs are being stopped')
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
 * Resolves on a signal to stop; calls `onRepeat` for each later one. Within a second it counts as the same: a Ctrl-C may
 * arrive twice, from the terminal and from npm.
 */
export function stopRequest(onRepeat: () => void): Promise<void> {
  let requestedAt: number | null = null
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
      process.on(signal, () => {
        requestedAt ??= performance.now()
        if (performance.now() - requestedAt > sameRequestMs) onRepeat()
        resolve()
      })
    }
    // The log has no reader anymore, as with `npm start | head`.
    process.stdout.on('error', () => resolve())
    // The terminal is gone; its SIGHUP stops us.
    process.stderr.on('error', () => undefined)
  })
}

const sameRequestMs = 1_000
