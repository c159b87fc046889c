import 'server-only'
/** The one open database of this process, and the door through which all queries go. */
import { serverConfig } from '@/lib/server/config'
import { log } from '@/lib/server/log/log'
import { embeddedFolder, openEmbedded } from './embedded'
import type { Engine, Queries } from './engine'
import { causeOf, codeOf, databaseUnavailable } from './faults'
import { isOutage, openPostgres } from './postgres'

/** Runs queries. When the database is away it throws `DatabaseUnavailable`, within seconds. */
export function askDatabase<T>(question: (queries: Queries) => Promise<T>): Promise<T> {
  return askEngine(({ queries }) => question(queries))
}

/** Runs a statement as a library has written it, and fails as `askDatabase` does. */
export function askPlainly(text: string, values: unknown[]): Promise<unknown[]> {
  return askEngine(({ run }) => run(text, values))
}

async function askEngine<T>(question: (engine: Engine) => Promise<T>): Promise<T> {
  try {
    const answer = await question(await currentEngine())
    noteReturn()
    return answer
  } catch (error) {
    const cause = causeOf(error)
    if (!isAway(cause)) throw cause
    noteOutage(cause)
    throw databaseUnavailable(cause)
  }
}

/** Opens the database unless it is open. Fails as `askDatabase` does, or because a person has to mend something. */
export async function ensureOpen(): Promise<void> {
  await askDatabase(async () => undefined)
}

/** Closes it; the next question opens it again. */
export async function closeDatabase(): Promise<void> {
  const { opening } = shared
  shared.opening = null
  if (!opening) return
  const engine = await opening
  await engine.close()
}

type Shared = { opening: Promise<Engine> | null; isAway: boolean }

const sharedKey = Symbol.for('foyer.database')

/** Next loads this file more than once a process; the database is opened once. */
const holder = globalThis as { [sharedKey]?: Shared }
holder[sharedKey] ??= { opening: null, isAway: false }
const shared: Shared = holder[sharedKey]

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

/** The embedded database has no connection that could break, and nothing can interrupt a query in it. */
function isAway(cause: unknown): boolean {
  return serverConfig().databaseUrl !== null && isOutage(cause)
}

/** Once when it goes, and once when it is back: each request tells of its own failure anyway. */
function noteOutage(cause: unknown): void {
  if (shared.isAway) return
  shared.isAway = true
  log('error', 'database.went-away', {
    code: codeOf(cause) ?? 'no-answer',
    reason: cause instanceof Error ? cause.message : null,
  })
}

function noteReturn(): void {
  if (!shared.isAway) return
  shared.isAway = false
  log('info', 'database.came-back')
}
