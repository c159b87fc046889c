import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')

/** Tests that copy a prepared database; the others don't wait for it. */
const withPreparedData = ['tests/database/**/*.test.ts', 'tests/*/data/*.test.ts']
const never = ['tests/architecture/violations/**']

/** Unit and architecture tests: they need neither a browser nor a build. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${root}/` },
      { find: 'server-only', replacement: join(root, 'node_modules/server-only/empty.js') },
      { find: 'client-only', replacement: join(root, 'node_modules/server-only/empty.js') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        // Threads start with a tenth less CPU than processes.
        test: {
          name: 'plain',
          pool: 'threads',
          include: ['tests/**/*.test.ts'],
          exclude: [...never, ...withPreparedData],
        },
      },
      {
        extends: true,
        test: {
          name: 'data',
          include: withPreparedData,
          globalSetup: 'tests/support/run.ts',
          // As `quickStart` has it.
          execArgv: ['--liftoff-only'],
        },
      },
    ],
    environment: 'node',
    allowOnly: false,
    // The tests of the database wait for disks and servers, and leave the CPUs to the others.
    maxWorkers: 2 * availableParallelism(),
    // Only to end what hangs; a busy machine is slow.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
