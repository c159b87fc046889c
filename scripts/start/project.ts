/** The folder of the project, and which of its programs are installed. */
import { createRequire } from 'node:module'
import path from 'node:path'

export const projectFolder = path.resolve(import.meta.dirname, '..', '..')

/** The file a module's name stands for, or null when it is not installed, as after `npm ci --omit=dev`. */
export function installedFile(name: string): string | null {
  try {
    return createRequire(path.join(projectFolder, 'package.json')).resolve(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
