import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inBuild } from '@/lib/builds/built-files'
import { describeProblems } from '@/lib/config/settings'
import { fromRooms } from './account/rows'
import { currentBuild } from './builds/builds'
import { hasBuiltPolicies } from './builds/page-policies'
import { describeBroken, findBrokenFiles } from './builds/whole'
import { environmentProblems, serverConfig } from './config'
import { openDatabase } from './database/connection'
import { setFromRooms } from './database/from-rooms'
import { reportProcessError, reportResponse } from './errors'
import { startFront } from './front/front'
import { captureConsole } from './http/console'
import { installGracefulShutdown } from './http/shutdown'
import { log, setLogBuild } from './log/log'
import { listensAt } from './process'
import { workRegularly } from './regular-work'
import type { Room } from './room'
import * as rooms from './rooms'

/**
 * Prepares the server before the first request. Exits if the configuration is wrong or the database needs an
 * administrator. Starts even while PostgreSQL is unreachable: pages that don't need it still work.
 */
export async function prepareServer(): Promise<void> {
  const problems = environmentProblems()
  if (problems.length > 0) stop(describeProblems(problems))
  const config = serverConfig()
  setLogBuild(currentBuild().id)
  setFromRooms(fromRooms)
  if (config.hasProcess && !config.isDevelopment) await requireWholeBuild()
  // `next dev` prints errors for the developer and has its own shutdown.
  if (!config.isDevelopment) {
    captureConsole(reportProcessError)
    if (config.hasFront) installGracefulShutdown()
  }
  if (config.hasFront)
    await startFront(maxBodyBytes, reportResponse).catch((error: unknown) =>
      stop(`The security headers cannot be made: ${error}`),
    )
  else if (config.hasProcess && !config.isDevelopment && !(await hasBuiltPolicies()))
    stop(
      'Without the front, static pages have the security policy of the build, which was made with other settings. Run: npm run build',
    )
  const database = await openDatabase()
  if (database.status === 'unusable') stop(`The database cannot be opened: ${database.problem}`)
  log('info', 'server.started', {
    version: readVersion(),
    buildId: currentBuild().id,
    node: process.versions.node,
    database: config.databaseUrl ? 'PostgreSQL' : 'embedded PostgreSQL',
    listensAt: listensAt(config.port),
  })
  if (config.hasProcess) workRegularly()
  if (config.identityProblem) {
    log('error', 'identity.not-configured', {
      variable: 'FIREBASE_WEBAPP_CONFIG',
      problem: config.identityProblem,
    })
  }
}

async function requireWholeBuild(): Promise<void> {
  const broken = await findBrokenFiles(inBuild(''))
  if (broken.length > 0)
    stop(`The build is not whole: ${describeBroken(broken)}. Copy it again, or run: npm run build`)
}

const roomList = Object.values<Room>(rooms)

/** The longest that a handler reads. */
const maxBodyBytes = Math.max(...roomList.map(({ maxBodyBytes = 64 * 1024 }) => maxBodyBytes))

function readVersion(): string {
  return JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')).version
}

/** Exits instead of throwing: after a throw in `register()`, Next keeps running and answers 500 forever. */
function stop(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
