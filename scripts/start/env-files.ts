/** Settings from `.env` files, for all commands. */
import path from 'node:path'
import { codeOf } from '../../lib/error-code'
import { addToEnvironment, bypassProxyForThisMachine, skipNextEnvFiles } from '../../lib/server/config'
import { envFilesIn, readEnvFile } from '../../lib/server/setting-files'
import { projectFolder } from './project'
import { startProblem } from './terminal'

/** Adds variables from the files to the environment, without overriding any. Throws if a file can't be read. */
export function loadEnvFiles(mode: 'production' | 'development' = 'production'): void {
  if (skipNextEnvFiles())
    for (const file of envFilesIn(projectFolder, mode)) addToEnvironment(requireEnvFile(file))
  bypassProxyForThisMachine()
}

function requireEnvFile(file: string): NodeJS.Dict<string> {
  const name = path.basename(file)
  try {
    const { values, problem } = readEnvFile(file)
    if (problem) throw startProblem(`${name} ${problem}.`)
    return values
  } catch (error) {
    const code = codeOf(error)
    throw code === null ? error : startProblem(`${name} can't be read (${code}).`)
  }
}
