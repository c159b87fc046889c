/**
 * Lets Node run the TypeScript of this project: `node --import ./scripts/typescript.mjs`.
 *
 * esbuild's worker threads are off: tsx waits for them without a limit, and now and then no answer comes, so that a
 * command hangs before its first line. Without them each file that is new costs some milliseconds, once.
 */
process.env.ESBUILD_WORKER_THREADS = '0'
await import('tsx')
