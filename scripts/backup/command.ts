/** What backup and restore have in common: one file, the database of the settings, and how they end. */
import path from 'node:path'
import { loadEnvConfig } from '@next/env'
import { describeProblems } from '../../lib/config/settings'
import { environmentProblems } from '../../lib/server/config'
import { closeDatabase, type RowCounts, type Transfer } from '../../lib/server/database/database'
import { projectFolder } from '../start/project'
import { errorInWords, say } from '../start/terminal'

export type Command = {
  usage: string
  /** The file the arguments mean; null when they are wrong. */
  chooseFile(names: string[]): string | null
  work(file: string): Promise<Transfer>
  describeDone(rows: RowCounts, file: string): string
  describeNothing: string
}

/** Runs the command. The process ends with 0 when it is done, 1 when it is refused, 2 when the arguments are wrong. */
export async function runCommand(command: Command): Promise<void> {
  // An exit like any other, so that what is half done is cleared away.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const names = process.argv.slice(2)
  const name = names.some(isNoFile) ? null : command.chooseFile(names)
  process.exitCode = name === null ? sayUsage(command) : await transfer(command, path.resolve(name))
}

/** '3000 rows of sessions, 2 rows of notes'. */
export function describeRows(rows: RowCounts): string {
  const parts = Object.entries(rows).map(
    ([table, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of ${table}`,
  )
  return parts.join(', ')
}

function isNoFile(name: string): boolean {
  return name === '' || name.startsWith('-')
}

function sayUsage({ usage }: Command): 2 {
  say(`Usage: ${usage}`)
  return 2
}

async function transfer({ work, describeDone, describeNothing }: Command, file: string): Promise<0 | 1> {
  try {
    // As `npm start` reads them.
    loadEnvConfig(projectFolder, false)
    const problems = environmentProblems()
    const outcome: Transfer =
      problems.length > 0 ? { status: 'refused', problem: describeProblems(problems) } : await work(file)
    say(
      outcome.status === 'done' ? describeDone(outcome.rows, file) : `${outcome.problem}\n${describeNothing}`,
    )
    return outcome.status === 'done' ? 0 : 1
  } catch (error) {
    say(`${errorInWords(error)}\n${describeNothing}`)
    return 1
  } finally {
    await closeDatabase()
  }
}
