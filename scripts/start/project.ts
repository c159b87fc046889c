/** The project's folder, its installed programs, and the settings of its `.env` files. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf } from '../../lib/error-code'
import { addToEnvironment, skipNextEnvFiles } from '../../lib/server/config'
import { envFilesIn, readEnvFile } from '../../lib/server/setting-files'
import { startProblem } from './terminal'

export const projectFolder = path.resolve(import.meta.dirname, '..', '..')

/** Node's flags to run the project's TypeScript, as in package.json. */
export const typescriptFlags: readonly string[] = [
  '--conditions=react-server',
  `--import=${pathToFileURL(path.join(projectFolder, 'scripts', 'typescript.mjs')).href}`,
]

/** Next's command. */
export const nextProgram = path.join(projectFolder, 'node_modules', 'next', 'dist', 'bin', 'next')

/** The server of Next's standalone output, which a container has in place of the sources; otherwise null. */
export function standaloneServer(): string | null {
  const server = path.join(projectFolder, 'server.js')
  return existsSync(server) ? server : null
}

/** The file of a module; null if it isn't installed, as after `npm ci --omit=dev`. */
export function installedFile(name: string): string | null {
  try {
    return createRequire(path.join(projectFolder, 'package.json')).resolve(name)
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/** Adds variables of `.env` files to the environment, without overriding any. Throws if a file can't be read. */
export function loadEnvFiles(mode: 'production' | 'development' = 'production'): void {
  if (!skipNextEnvFiles()) return
  for (const file of envFilesIn(projectFolder, mode)) {
    const { values, problem } = readEnvFile(file)
    if (problem) throw startProblem(`${path.basename(file)} ${problem}.`)
    addToEnvironment(values)
  }
}
