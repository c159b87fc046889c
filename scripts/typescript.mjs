/**
 * Lets Node run the TypeScript of this project: `node --import ./scripts/typescript.mjs`.
 *
 * esbuild's worker threads are off: tsx waits for them without a limit, and now and then no answer comes, so that a
 * command hangs before its first line. Without them each file that is new costs some milliseconds, once.
 */
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

process.env.ESBUILD_WORKER_THREADS = '0'
// tsx keeps what it has compiled in the folder for temporary files, and ends without a word where that is read-only.
if (!isWritable(tmpdir())) process.env.TSX_DISABLE_CACHE = '1'
await import('tsx')

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    if (error.code) return false
    throw error
  }
}
