import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')

/** Unit and architecture tests: everything that needs neither a browser nor a build. */
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
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/fixtures/**', 'tests/architecture/violations/**'],
    environment: 'node',
    allowOnly: false,
    // By default one processor stays idle, which on a machine of two doubles the time.
    maxWorkers: '100%',
    // Only there to end what hangs; a busy machine is slow.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
