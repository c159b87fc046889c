/** Runs commands that work on the database. */
import { describeProblems } from '../../lib/config/settings'
import type { RowCounts } from '../../lib/server/backup/backup'
import { environmentProblems } from '../../lib/server/config'
import { allowLongQueries, closeDatabase } from '../../lib/server/database/connection'
import { isAdminProblem, isDatabaseUnavailable } from '../../lib/server/database/errors'
import { loadEnvFiles } from '../start/env-files'
import { describeStartError, say, startProblem } from '../start/terminal'

type Command<T> = {
  usage: string
  /** What the arguments mean; null if they are wrong. */
  parse(args: string[]): T | null
  /** Returns what to print. */
  work(subject: T): Promise<string>
  /** Printed below the reason of a failure. */
  failureText?: string
}

/** Runs the command. The process exits with 0 on success, 1 on failure, 2 on wrong arguments. */
export async function runCommand<T>({ usage, parse, work, failureText }: Command<T>): Promise<void> {
  // A normal exit, so that exit handlers remove a partial file.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const subject = parse(process.argv.slice(2))
  if (subject === null) {
    say(`Usage: ${usage}`)
    process.exit(2)
  }
  try {
    loadEnvFiles()
    const problems = environmentProblems()
    if (problems.length > 0) throw startProblem(describeProblems(problems))
    allowLongQueries()
    say(await work(subject))
  } catch (error) {
    say([describeFailure(error), failureText].filter(Boolean).join('\n'))
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

/** The argument, or what it means; null unless there is one alone. */
export function onlyArgument([argument, ...more]: string[], read = (text: string) => text): string | null {
  return !argument || argument.startsWith('-') || more.length > 0 ? null : read(argument)
}

function describeFailure(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached.'
  return isAdminProblem(error) ? error.message : describeStartError(error)
}

/** '3000 rows of sessions, 1 row of notes'. */
export function describeRows(rows: RowCounts): string {
  const parts = Object.entries(rows).map(
    ([name, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of ${name}`,
  )
  return parts.join(', ')
}
