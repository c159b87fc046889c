import 'server-only'
/** Whether this process can serve visitors now. */
import { setTimeout as delay } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import { isDatabaseReachable } from '@/lib/server/database/database'
import { hasSessionKeys } from '@/lib/session/token'
import { isShuttingDown } from './shutdown'

/** What keeps visitors from being served, in words that reveal nothing of the network behind. */
export type Obstacle =
  | 'shutting-down'
  | 'identity-not-configured'
  | 'identity-keys-unavailable'
  | 'database-unavailable'

/**
 * Everything that stands in the way, within 1.5 s; nothing, and the site is ready. However many ask, the database
 * and the key server are asked one question at a time, and none within two seconds of the last answer.
 * The emulator signs nothing, so with it there are no keys to wait for.
 */
export async function findObstacles(): Promise<Obstacle[]> {
  if (isShuttingDown()) return ['shutting-down']
  const { public: site } = serverConfig()
  const [isDatabaseThere, areKeysThere] = await Promise.all([
    answersInTime(database),
    site.identity ? answersInTime(sessionKeys) : true,
  ])
  const obstacles: Obstacle[] = []
  if (!site.identity) obstacles.push('identity-not-configured')
  if (!areKeysThere) obstacles.push('identity-keys-unavailable')
  if (!isDatabaseThere) obstacles.push('database-unavailable')
  return obstacles
}

/** A question, and the answer that is under way or still good. */
type Question = { ask(): Promise<boolean>; answer: Promise<boolean> | null }

const database: Question = { ask: isDatabaseReachable, answer: null }
const sessionKeys: Question = { ask: areSessionKeysThere, answer: null }

const answerWithinMs = 1_500
const keptForMs = 2_000

/** An answer that does not come in time is a no, and is waited for by whoever asks next. */
function answersInTime(question: Question): Promise<boolean> {
  question.answer ??= question.ask().finally(() => {
    setTimeout(() => {
      question.answer = null
    }, keptForMs).unref()
  })
  return Promise.race([question.answer, delay(answerWithinMs, false, { ref: false })])
}

async function areSessionKeysThere(): Promise<boolean> {
  const { public: site, session } = serverConfig()
  return site.emulatorUrl !== null || hasSessionKeys(session.keysUrl)
}
