import 'server-only'
import ms from 'ms'
import { serverConfig } from '@/lib/server/config'
import { deleteEndedSessions, isDatabaseUnavailable } from '@/lib/server/database/database'
import { log } from '@/lib/server/log/log'

const keptForMs = ms('30d')
const everyMs = ms('6h')

/** Deletes rows of sessions that ended thirty days ago, now and every six hours, as `/privacy` promises. */
export function keepSessionsClean(): void {
  void cleanUp()
  setInterval(cleanUp, everyMs).unref()
}

async function cleanUp(): Promise<void> {
  try {
    const count = await deleteEndedSessions(new Date(Date.now() - keptForMs), serverConfig().session.graceMs)
    if (count > 0) log('info', 'session.deleted', { count })
  } catch (error) {
    // Logged where it was noticed; the next round comes.
    if (!isDatabaseUnavailable(error)) throw error
  }
}
