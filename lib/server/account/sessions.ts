import 'server-only'
import { serverConfig } from '@/lib/server/config'
import { listSessions } from '@/lib/server/database/database'
import { describeDevice } from '@/lib/server/http/device'
import type { LiveSession } from '@/lib/server/session/session'
import type { ListedSession } from '@/lib/session/token'

/** The user's sessions that are live or renewable: this one, then the most recently active first. */
export async function currentSessions(session: LiveSession): Promise<ListedSession[]> {
  const rows = await listSessions(session.userId, new Date(Date.now() - serverConfig().session.graceMs))
  const sessions = rows.map(({ id, userAgent, createdAt, seenAt }) => ({
    id,
    name: describeDevice(userAgent ?? ''),
    openedAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isThis: id === session.id,
  }))
  return sessions.sort((one, other) => Number(other.isThis) - Number(one.isThis))
}
