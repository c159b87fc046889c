import 'server-only'

/** It keeps to the rules: an exit code is there to be set, and state is shared under a symbol of ours. */
export function fail(): void {
  process.exitCode = 1
  const holder = globalThis as { [key]?: boolean }
  holder[key] = true
}

const key = Symbol.for('foyer.failed')
