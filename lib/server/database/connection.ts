import 'server-only'
/** This process's database connection. All queries go through here. */
import { codeOf } from '@/lib/error-code'
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log/log'
import { oncePerProcess } from '@/lib/server/process'
import { embeddedFolder, openEmbedded } from './embedded'
import type { Engine } from './engine'
import { causeOf, databaseUnavailable } from './faults'
import { isOutage, openPostgres } from './postgres'

/** Runs queries, opening the database if needed. Throws `DatabaseUnavailable` within seconds if it's down. */
export async function askDatabase<T>(question: (queries: Engine['queries']) => Promise<T>): Promise<T> {
  try {
    const { queries, afterQuestion } = await currentEngine()
    const answer = await question(queries)
    await afterQuestion?.()
    logReturn()
    return answer
  } catch (error) {
    const cause = causeOf(error)
    if (!isAway(cause)) throw cause
    logOutage(cause)
    throw databaseUnavailable(cause)
  }
}

/** Closes the database; the next query reopens it. */
export async function closeDatabase(): Promise<void> {
  const { opening } = shared
  shared.opening = null
  await (await opening)?.close()
}

type Shared = { opening: Promise<Engine> | null; isAway: boolean }

const shared = oncePerProcess<Shared>('database', () => ({ opening: null, isAway: false }))

function currentEngine(): Promise<Engine> {
  shared.opening ??= openEngine().catch((error: unknown) => {
    shared.opening = null
    throw error
  })
  return shared.opening
}

function openEngine(): Promise<Engine> {
  const { databaseUrl, dataDir } = serverConfig()
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(embeddedFolder(dataDir))
}

/** Only PostgreSQL can be down: the embedded database has no connection to lose. */
function isAway(cause: unknown): boolean {
  return serverConfig().databaseUrl !== null && isOutage(cause)
}

/** Logs an outage once at its start and once at its end; requests report their own failures. */
function logOutage(cause: unknown): void {
  if (shared.isAway) return
  shared.isAway = true
  log('error', 'database.went-away', {
    code: codeOf(cause) ?? 'no-answer',
    reason: cause instanceof Error ? cause.message : null,
  })
}

function logReturn(): void {
  if (!shared.isAway) return
  shared.isAway = false
  log('info', 'database.came-back')
}
