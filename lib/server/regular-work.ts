import 'server-only'
/** What is done regularly: by timers where a process lives, by `GET /api/cron` where none does. */
import ms from 'ms'
import { serverConfig } from './config'
import {
  deleteExpiredLimits,
  deleteExpiredTrash,
  deleteExpiredUses,
  foldNextUntil,
  runRegularly,
} from './database/database'
import { isShuttingDown } from './http/shutdown'
import { abandonInterrupted, deleteExpiredSessions } from './session/session'

type Work = { everyMs: number; run: (shouldStop: () => boolean) => Promise<void> }

const works: readonly Work[] = [
  {
    everyMs: ms('30s'),
    run: async () => {
      if (serverConfig().public.identity) await abandonInterrupted()
    },
  },
  { everyMs: ms('5m'), run: deleteExpiredLimits },
  { everyMs: ms('5m'), run: () => deleteExpiredUses() },
  { everyMs: ms('5m'), run: foldNextUntil },
  { everyMs: ms('6h'), run: deleteExpiredSessions },
  { everyMs: ms('6h'), run: deleteExpiredTrash },
]

/** Does it from now on, each part at its interval. */
export function workRegularly(): void {
  for (const { run, everyMs } of works) runRegularly(() => run(isShuttingDown), everyMs)
}

/** Does a portion of it, which ends within about ten seconds; the next call goes on. Throws `DatabaseUnavailable`. */
export async function workOnce(): Promise<void> {
  const until = performance.now() + portionMs
  for (const { run } of works) await run(() => performance.now() > until)
}

const portionMs = ms('10s')
