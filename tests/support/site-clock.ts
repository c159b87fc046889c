/** The time of day of a site under test, which goes on when a test says so. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Clock = Awaited<ReturnType<typeof createClock>>

/** A clock that shows the real time until `pass`. */
export async function createClock() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-clock-'))
  const file = join(folder, 'offset')
  let offsetMs = 0

  /** Put in place in one step: the site reads it at any moment. */
  async function show(): Promise<void> {
    await writeFile(`${file}-fresh`, String(offsetMs))
    await rename(`${file}-fresh`, file)
  }

  await show()
  const shift = `${pathToFileURL(join(__dirname, 'shift.mjs')).href}?offset=${pathToFileURL(file).href}`
  return {
    /** For `NODE_OPTIONS` of the site. */
    nodeOption: `--import=${shift}`,
    /** Lets time pass for the site, at once. */
    pass(ms: number): Promise<void> {
      offsetMs += ms
      return show()
    },
    close: () => rm(folder, { recursive: true }),
  }
}
