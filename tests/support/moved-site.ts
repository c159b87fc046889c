/** A site whose clock a test moves. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The environment that such a site needs besides its own, and what moves its clock, and all sites of this environment. */
export function movableClock(environment: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-clock-'))
  const file = join(folder, 'moved')
  const moveTo = (seconds: number) => writeFileSync(file, String(seconds * 1000))
  moveTo(0)
  const preload = `--import=${pathToFileURL(resolve('tests/support/moved-clock.mjs')).href}`
  return {
    env: { NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} ${preload}`, MOVED_CLOCK: file },
    /** Sets it this much later than the time of day. */
    moveTo,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
