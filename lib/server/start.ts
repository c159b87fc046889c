import 'server-only'
import { describeProblems } from '@/lib/config/settings'
import { currentBuild } from './builds/builds'
import { environmentProblems, pointAdminSdkAtEmulator, serverConfig } from './config'
import { keepCountsClean, openDatabase } from './database/database'
import { reportAnswer, reportProcessError } from './errors'
import { captureConsole, stepInBeforeNext } from './http/before-next'
import { shutDownGracefully } from './http/shutdown'
import { log, nameBuildInLog } from './log/log'
import { keepSessionsClean } from './session/session'

/**
 * What must hold before the first request; ends the process if the configuration is wrong, or the database one that
 * nobody but a person can open. While PostgreSQL is out of reach the site runs: pages that need no row work.
 */
export async function prepareServer(): Promise<void> {
  const problems = environmentProblems()
  if (problems.length > 0) stop(describeProblems(problems))
  const config = serverConfig()
  if (config.public.emulatorUrl) pointAdminSdkAtEmulator(config.public.emulatorUrl)
  nameBuildInLog(currentBuild().id)
  // `next dev` prints errors for whoever sits in front of it, and ends its parts in an order of its own.
  if (!config.isDevelopment) {
    captureConsole(reportProcessError)
    shutDownGracefully()
  }
  await stepInBeforeNext(reportAnswer).catch((error: unknown) =>
    stop(`The security headers cannot be made: ${error}`),
  )
  const database = await openDatabase()
  if (database.status === 'unusable') stop(`The database cannot be opened: ${database.problem}`)
  keepSessionsClean()
  keepCountsClean()
  if (config.identityProblem) {
    log('error', 'identity.not-configured', {
      variable: 'FIREBASE_WEBAPP_CONFIG',
      problem: config.identityProblem,
    })
  }
}

/** A throw in Next's `register()` leaves a server that answers 500 for ever; ending is clear to everybody. */
function stop(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
