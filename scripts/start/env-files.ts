/** Settings from `.env` files, for all commands. */
import path from 'node:path'
import { codeOf } from '../../lib/error-code'
import { bypassProxyForThisMachine, skipNextEnvFiles } from '../../lib/server/config'
import { envFilesIn } from '../../lib/server/setting-files'
import { projectFolder } from './project'
import { startProblem } from './terminal'

/** Adds variables from the files to the environment, without overriding any. Throws if a file can't be read. */
export function loadEnvFiles(mode: 'production' | 'development' = 'production'): void {
  if (skipNextEnvFiles()) readEnvFiles(mode)
  bypassProxyForThisMachine()
}

function readEnvFiles(mode: 'production' | 'development'): void {
  for (const file of envFilesIn(projectFolder, mode)) {
    try {
      process.loadEnvFile(file)
    } catch (error) {
      throw startProblem(`${path.basename(file)} can't be read (${codeOf(error)}).`)
    }
  }
}
