/** Writes a file completely or not at all. */
import { open, rename, rm } from 'node:fs/promises'
import { codeOf } from '../../../lib/error-code'
import { startProblem } from '../../start/terminal'

/**
 * Writes or replaces a file that only its owner can read, as a log is confidential. Until it's complete and on disk,
 * it has a temporary name in the same folder. Throws a start problem if it can't be written.
 */
export async function writeFileAtomic(file: string, text: string): Promise<void> {
  const partial = `${file}.${crypto.randomUUID()}.partial`
  try {
    const output = await open(partial, 'wx', 0o600)
    try {
      await output.writeFile(text)
      await output.sync()
    } finally {
      await output.close()
    }
    await rename(partial, file)
  } catch (error) {
    const code = codeOf(error)
    if (code !== null) throw startProblem(`${file} can't be written (${code}).`)
    throw error
  } finally {
    await rm(partial, { force: true })
  }
}
