import 'server-only'
import ms from 'ms'
import { isDatabaseUnavailable } from './errors'

/** Runs the work now and at this interval; every ten seconds while the database is down. */
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
