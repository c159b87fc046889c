import 'server-only'
import { serverConfig } from '@/lib/server/config'
import { isDatabaseReachable } from '@/lib/server/database/database'
/** Whether this process can serve visitors now. */
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

/** A question, the answer that is under way, and the last one. */
type Question = {
  ask(): Promise<boolean>
  underWay: Promise<boolean> | null
  last: { answer: boolean; at: number } | null
}

const database: Question = { ask: isDatabaseReachable, underWay: null, last: null }
const sessionKeys: Question = { ask: areSessionKeysThere, underWay: null, last: null }

const answerWithinMs = 1_500
const keptForMs = 2_000

/** An answer that does not come in time is a no, and is waited for by whoever asks next. */
async function answersInTime(question: Question): Promise<boolean> {
  const { last } = question
  if (last && performance.now() - last.at < keptForMs) return last.answer
  question.underWay ??= askAndKeep(question)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs, false)
  })
  return Promise.race([question.underWay, tooLate]).finally(() => clearTimeout(timer))
}

async function askAndKeep(question: Question): Promise<boolean> {
  try {
    const answer = await question.ask()
    question.last = { answer, at: performance.now() }
    return answer
  } finally {
    question.underWay = null
  }
}

async function areSessionKeysThere(): Promise<boolean> {
  const { public: site, session } = serverConfig()
  return site.emulatorUrl !== null || hasSessionKeys(session.keysUrl)
}
