/** The clock of a site under test, which the test can advance. */
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

  /** Replaced in one step, as the site may read it at any time. */
  async function show(): Promise<void> {
    await writeFile(`${file}-fresh`, String(offsetMs))
    await rename(`${file}-fresh`, file)
  }

  await show()
  const shift = `${pathToFileURL(join(__dirname, 'shift.mjs')).href}?offset=${pathToFileURL(file).href}`
  return {
    /** For `NODE_OPTIONS` of the site. */
    nodeOption: `--import=${shift}`,
    /** Advances the site's clock. */
    pass(ms: number): Promise<void> {
      offsetMs += ms
      return show()
    },
    close: () => rm(folder, { recursive: true }),
  }
}
