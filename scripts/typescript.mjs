/**
 * Lets Node run TypeScript: `node --import ./scripts/typescript.mjs`.
 *
 * Disables esbuild's worker threads: tsx waits for them without a timeout, and occasionally hangs before a command's first
 * line. Without them each new file costs a few milliseconds, once.
 */
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

process.env.ESBUILD_WORKER_THREADS = '0'
// tsx has its cache in the temporary folder, and exits silently if that is read-only.
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
