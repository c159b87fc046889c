/** What has been started, and how all of it ends. */
import { describeError, say } from './terminal'

type Closable = { close(): Promise<void> }

export type Shutdown = {
  /** Starts something that has to be ended. Throws if the end has begun: nothing is started any more then. */
  open<T extends Closable>(start: () => T): T
  /** Ends everything, the last started first, whatever goes wrong with one of them. */
  run(): Promise<void>
}

export function openShutdown(): Shutdown {
  const opened: Closable[] = []
  let isRunning = false
  return {
    open: (start) => {
      if (isRunning) throw new Error('nothing may be started while all is being stopped')
      const closable = start()
      opened.push(closable)
      return closable
    },
    run: async () => {
      isRunning = true
      for (const closable of opened.reverse()) {
        await closable.close().catch((error: unknown) => say(describeError(error)))
      }
    },
  }
}

/** Resolves when the start command is asked to stop. Later signals change nothing: the stop is on its way. */
export function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
      process.on(signal, () => resolve())
    // Nobody reads the log any more, as after `npm start | head`.
    process.stdout.on('error', () => resolve())
    // The terminal is gone. What we would say has no reader; the SIGHUP tells us to stop.
    process.stderr.on('error', () => undefined)
  })
}
