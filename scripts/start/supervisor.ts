/** The programs that have been started, and how all of them end. */
import { type Child, type Program, startChild } from './child'
import { errorInWords, say } from './terminal'

export type Supervisor = {
  /** Throws if the end has begun: nothing is started any more then. */
  start(program: Program): Child
  /** Stops all, the last started first, whatever goes wrong with one of them. True if nothing did. */
  stop(): Promise<boolean>
  /** Ends at once what is being waited for. What comes after it is still stopped in order. */
  stopNow(): void
}

export function openSupervisor(): Supervisor {
  const children: Child[] = []
  let isStopping = false
  let stopping: Child | null = null
  return {
    start: (program) => {
      if (isStopping) throw new Error('nothing may be started while all is being stopped')
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
          say(errorInWords(error))
        })
      }
      return isClean
    },
    stopNow: () => stopping?.stopNow(),
  }
}

/**
 * Resolves when the start command is asked to stop; `askAgain` is called when that is wished once more. A Ctrl-C may
 * arrive twice, from the terminal and from npm: what comes within a second is the same wish.
 */
export function stopRequest(askAgain: () => void): Promise<void> {
  let askedAt: number | null = null
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
      process.on(signal, () => {
        askedAt ??= performance.now()
        if (performance.now() - askedAt > sameWishMs) askAgain()
        resolve()
      })
    }
    // Nobody reads the log any more, as after `npm start | head`.
    process.stdout.on('error', () => resolve())
    // The terminal is gone. What we would say has no reader; the SIGHUP tells us to stop.
    process.stderr.on('error', () => undefined)
  })
}

const sameWishMs = 1_000
