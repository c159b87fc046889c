/** The folder of the project, and which of its programs are installed. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf } from '../../lib/error-code'
import { startProblem } from './terminal'

export const projectFolder = path.resolve(import.meta.dirname, '..', '..')

/** What Node needs to run the project's TypeScript, as in package.json. */
export const typescriptFlags: readonly string[] = [
  '--conditions=react-server',
  `--import=${pathToFileURL(path.join(projectFolder, 'scripts', 'typescript.mjs')).href}`,
]

/** Next's own program. */
export function requireNext(): string {
  const program = installedFile('next/dist/bin/next')
  if (program) return program
  throw startProblem('Next is not installed. Run: npm ci')
}

/** The server of Next's standalone output, where that is all there is of the site, as in a container; otherwise null. */
export function standaloneServer(): string | null {
  const server = path.join(projectFolder, 'server.js')
  return existsSync(server) ? server : null
}

/** The file of a module, or null if it is not installed, as after `npm ci --omit=dev`. */
export function installedFile(name: string): string | null {
  try {
    return createRequire(path.join(projectFolder, 'package.json')).resolve(name)
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
