/** What has been started, and how all of it ends. */
import { errorInWords, say } from './terminal'

type Closable = {
  close(): Promise<void>
  /** Ends at once what `close` is waiting for. */
  closeNow?(): void
}

export type Shutdown = {
  /** Starts something that has to be ended. Throws if the end has begun: nothing is started any more then. */
  open<T extends Closable>(start: () => T): T
  /** A part that is ended as a whole: at the place it has now, whatever of it is started later. */
  openPart(): Shutdown
  /** Ends everything, the last started first, whatever goes wrong with one of them. True if nothing did. */
  run(): Promise<boolean>
  /** Ends at once what is being waited for. What comes after it is still ended in order. */
  hurry(): void
}

/** `hasToEnd`: of a part, whether the whole has begun to end. */
export function openShutdown(hasToEnd: () => boolean = () => false): Shutdown {
  const opened: Closable[] = []
  let isRunning = false
  let isClean = true
  let closing: Closable | null = null
  const isEnding = () => isRunning || hasToEnd()
  const close = async (closable: Closable) => {
    closing = closable
    await closable.close().catch((error: unknown) => {
      isClean = false
      say(errorInWords(error))
    })
  }
  return {
    open: (start) => {
      if (isEnding()) throw new Error('nothing may be started while all is being stopped')
      const closable = start()
      opened.push(closable)
      return closable
    },
    openPart: () => {
      const part = openShutdown(isEnding)
      const end = async () => {
        isClean = (await part.run()) && isClean
      }
      opened.push({ close: end, closeNow: part.hurry })
      return part
    },
    run: async () => {
      isRunning = true
      for (const closable of opened.reverse()) await close(closable)
      return isClean
    },
    hurry: () => closing?.closeNow?.(),
  }
}

/**
 * Resolves when the start command is asked to stop; `askAgain` is called when that is wished once more. A Ctrl-C may
 * arrive twice, from the terminal and from npm: what comes within a second is the same wish.
 */
export function stopRequest(askAgain: () => void = () => undefined): Promise<void> {
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
