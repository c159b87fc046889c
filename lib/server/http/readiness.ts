import 'server-only'
/** Whether this process can serve visitors now. */
import { setTimeout as delay } from 'node:timers/promises'
import { serverConfig } from '@/lib/server/config'
import { isDatabaseReachable } from '@/lib/server/database/database'
import { oncePerProcess } from '@/lib/server/process'
import { hasSessionKeys } from '@/lib/session/token'
import { isShuttingDown } from './shutdown'

/** Why the site isn't ready, revealing nothing about the network behind it. */
export type NotReadyReason =
  | 'shutting-down'
  | 'identity-not-configured'
  | 'identity-keys-unavailable'
  | 'database-unavailable'

/**
 * Everything that keeps the site from being ready, within 1.5 s. However many ask, the database and key
 * server get one check at a time, cached for two seconds. The emulator signs nothing, so it needs no keys.
 */
export async function findNotReadyReasons(): Promise<NotReadyReason[]> {
  if (isShuttingDown()) return ['shutting-down']
  const { public: site } = serverConfig()
  const [isDatabaseThere, areKeysThere] = await Promise.all([
    passesInTime(questions.database),
    site.identity ? passesInTime(questions.sessionKeys) : true,
  ])
  const obstacles: NotReadyReason[] = []
  if (!site.identity) obstacles.push('identity-not-configured')
  if (!areKeysThere) obstacles.push('identity-keys-unavailable')
  if (!isDatabaseThere) obstacles.push('database-unavailable')
  return obstacles
}

/** A check with its pending or cached result. */
type Question = { ask(): Promise<boolean>; answer: Promise<boolean> | null }

type Questions = Record<'database' | 'sessionKeys', Question>

const questions = oncePerProcess<Questions>('readiness', () => ({
  database: { ask: isDatabaseReachable, answer: null },
  sessionKeys: { ask: canVerifySessions, answer: null },
}))

const answerWithinMs = 1_500
const keptForMs = 2_000

/** A timeout counts as no; the next request waits for the same pending check. */
function passesInTime(question: Question): Promise<boolean> {
  question.answer ??= question.ask().finally(() => {
    setTimeout(() => {
      question.answer = null
    }, keptForMs).unref()
  })
  return Promise.race([question.answer, delay(answerWithinMs, false, { ref: false })])
}

async function canVerifySessions(): Promise<boolean> {
  const { public: site, session } = serverConfig()
  return site.emulatorUrl !== null || hasSessionKeys(session.keysUrl)
}
