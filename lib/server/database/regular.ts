import 'server-only'
import ms from 'ms'
import { isDatabaseUnavailable } from './errors'

/** Runs the work now and in this interval. While the database is down, which has been logged, every ten seconds. */
export function runRegularly(work: () => Promise<void>, everyMs: number): void {
  const runNext = (afterMs: number) => setTimeout(run, afterMs).unref()
  const run = () =>
    work().then(
      () => runNext(everyMs),
      (error) => {
        if (!isDatabaseUnavailable(error)) throw error
        runNext(retryAfterMs)
      },
    )
  void run()
}

const retryAfterMs = ms('10s')
