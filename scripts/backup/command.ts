/** What backup and restore have in common: one file, the database of the settings, and how they end. */
import path from 'node:path'
import { describeProblems } from '../../lib/config/settings'
import { environmentProblems } from '../../lib/server/config'
import { closeDatabase, type TransferResult } from '../../lib/server/database/database'
import { loadEnvFiles } from '../start/env-files'
import { describeStartError, say, startProblem } from '../start/terminal'

type Command = {
  usage: string
  /** The file when none is named; without it one must be. */
  defaultName?: string
  work(file: string): Promise<TransferResult>
  /** The words between the rows and the file. */
  doneWords: string
  nothingWords: string
}

/** Runs the command. The process exits with 0 when done, 1 when refused, 2 when the arguments are wrong. */
export async function runCommand({
  usage,
  defaultName,
  work,
  doneWords,
  nothingWords,
}: Command): Promise<void> {
  // An exit like any other, so that what is half done is cleared away.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const [name = defaultName, ...more] = process.argv.slice(2)
  if (!name || name.startsWith('-') || more.length > 0) {
    say(`Usage: ${usage}`)
    process.exit(2)
  }
  try {
    // As `npm start` reads them.
    loadEnvFiles()
    const problems = environmentProblems()
    if (problems.length > 0) throw startProblem(describeProblems(problems))
    const file = path.resolve(name)
    const outcome = await work(file)
    if (outcome.status === 'refused') throw startProblem(outcome.problem)
    say(`${describeRows(outcome.rows)} ${doneWords} ${file}`)
  } catch (error) {
    say(`${describeStartError(error)}\n${nothingWords}`)
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

/** '3000 rows of sessions, 1 row of notes'. */
function describeRows(rows: Record<string, number>): string {
  const parts = Object.entries(rows).map(
    ([name, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of ${name}`,
  )
  return parts.join(', ')
}
