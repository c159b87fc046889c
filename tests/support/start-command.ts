/** How `npm start` runs Node. */
import { readFileSync } from 'node:fs'

/** The arguments of Node; the last is the program. */
export const startCommand: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8'))
  .scripts.start.split(' ')
  .slice(1)

/** As `scripts/start/project` has them, which Playwright's loader cannot read (`import.meta`). */
export const typescriptFlags = startCommand.slice(0, -1)

/** V8's baseline compiler alone: no test runs the embedded database's large WebAssembly module long enough for the optimizing one. */
export const quickStart = '--liftoff-only'
