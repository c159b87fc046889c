/** How `npm start` runs Node, for processes that tests start themselves. */
import { readFileSync } from 'node:fs'

/** The arguments of Node; the last is the program. */
export const startCommand: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8'))
  .scripts.start.split(' ')
  .slice(1)

/** As `scripts/start/project` has them, which Playwright's loader cannot read (`import.meta`). */
export const typescriptFlags = startCommand.slice(0, -1)

/** V8's quick compiler alone: the embedded database is a large WebAssembly module, and no test runs it long enough for the slow one to pay. */
export const quickStart = '--liftoff-only'
