/** Runs commands that work on the database. */
import path from 'node:path'
import { describeProblems } from '../../lib/config/settings'
import type { RowCounts } from '../../lib/server/backup/backup'
import { environmentProblems } from '../../lib/server/config'
import { allowLongQueries, closeDatabase } from '../../lib/server/database/connection'
import { isAdminProblem, isDatabaseUnavailable } from '../../lib/server/database/errors'
import { loadEnvFiles } from '../start/env-files'
import { describeStartError, say, startProblem } from '../start/terminal'

type Command = {
  usage: string
  /** The default argument; without it one must be given. */
  defaultName?: string
  /** What the argument means; by default a file's path. */
  parse?(argument: string): string
  work(subject: string): Promise<RowCounts>
  /** Printed between the rows and the file, or what else the argument means. */
  doneText: string
  failureText: string
}

/** Runs the command. The process exits with 0 on success, 1 on failure, 2 on wrong arguments. */
export async function runCommand({
  usage,
  defaultName,
  parse = path.resolve,
  work,
  doneText,
  failureText,
}: Command): Promise<void> {
  // A normal exit, so that exit handlers remove a partial file.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const [name = defaultName, ...more] = process.argv.slice(2)
  if (!name || name.startsWith('-') || more.length > 0) {
    say(`Usage: ${usage}`)
    process.exit(2)
  }
  try {
    loadEnvFiles()
    const problems = environmentProblems()
    if (problems.length > 0) throw startProblem(describeProblems(problems))
    const subject = parse(name)
    allowLongQueries()
    say(`${describeRows(await work(subject))} ${doneText} ${subject}`)
  } catch (error) {
    say(`${describeFailure(error)}\n${failureText}`)
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

function describeFailure(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached.'
  return isAdminProblem(error) ? error.message : describeStartError(error)
}

/** '3000 rows of sessions, 1 row of notes'. */
function describeRows(rows: RowCounts): string {
  const parts = Object.entries(rows).map(
    ([name, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of ${name}`,
  )
  return parts.join(', ')
}
