/** What backup and restore have in common: one file, the database of the settings, and how they end. */
import path from 'node:path'
import { loadEnvConfig } from '@next/env'
import { describeProblems } from '../../lib/config/settings'
import { environmentProblems } from '../../lib/server/config'
import { closeDatabase, type Transfer } from '../../lib/server/database/database'
import { projectFolder } from '../start/project'
import { errorInWords, say } from '../start/terminal'

type Command = {
  usage: string
  /** The file when none is named; without it one must be. */
  defaultFile?: string
  work(file: string): Promise<Transfer>
  /** The words between the rows and the file. */
  doneWords: string
  nothingWords: string
}

/** Runs the command. The process ends with 0 when it is done, 1 when it is refused, 2 when the arguments are wrong. */
export async function runCommand({ usage, defaultFile, ...command }: Command): Promise<void> {
  // An exit like any other, so that what is half done is cleared away.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const [name = defaultFile, ...more] = process.argv.slice(2)
  if (!name || name.startsWith('-') || more.length > 0) {
    say(`Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  const isDone = await transfer(command, path.resolve(name))
  if (!isDone) say(command.nothingWords)
  process.exitCode = isDone ? 0 : 1
}

async function transfer(command: Pick<Command, 'work' | 'doneWords'>, file: string): Promise<boolean> {
  try {
    // As `npm start` reads them.
    loadEnvConfig(projectFolder, false)
    const problems = environmentProblems()
    const outcome: Transfer =
      problems.length > 0
        ? { status: 'refused', problem: describeProblems(problems) }
        : await command.work(file)
    if (outcome.status === 'refused') say(outcome.problem)
    else say(`${describeRows(outcome.rows)} ${command.doneWords} ${file}`)
    return outcome.status === 'done'
  } catch (error) {
    say(errorInWords(error))
    return false
  } finally {
    await closeDatabase()
  }
}

/** '3000 rows of sessions, 1 row of notes'. */
function describeRows(rows: Record<string, number>): string {
  const parts = Object.entries(rows).map(
    ([table, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of ${table}`,
  )
  return parts.join(', ')
}
