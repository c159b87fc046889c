/** The project's folder, and its installed programs. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf } from '../../lib/error-code'

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
