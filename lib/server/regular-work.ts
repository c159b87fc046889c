import 'server-only'
/** What is done regularly: by timers where a process lives, by `GET /api/cron` where none does. */
import ms from 'ms'
import { isDatabaseUnavailable } from './database/errors'
import { isShuttingDown } from './http/shutdown'
import type { Room } from './room'
import * as rooms from './rooms'

const works = Object.values<Room>(rooms).flatMap(({ regularWork = [] }) => regularWork)

/** Does it from now on, each part at its interval; every ten seconds while the database is down. */
export function workRegularly(): void {
  for (const { run, everyMs } of works) {
    const runLater = (afterMs: number) => setTimeout(runNow, afterMs).unref()
    const runNow = () =>
      run(isShuttingDown).then(
        () => runLater(everyMs),
        (error) => {
          if (!isDatabaseUnavailable(error)) throw error
          runLater(retryAfterMs)
        },
      )
    void runNow()
  }
}

const retryAfterMs = ms('10s')

/** Does a portion of it, which ends within about ten seconds; the next call goes on. Throws `DatabaseUnavailable`. */
export async function workOnce(): Promise<void> {
  const until = performance.now() + portionMs
  for (const { run } of works) await run(() => performance.now() > until)
}

const portionMs = ms('10s')
