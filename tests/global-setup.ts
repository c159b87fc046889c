/**
 * What Playwright does once, before all tests of the browser: a folder for what is made once a run, the embedded
 * database that each site gets a copy of, and the Auth emulator, which takes longer to start than any site. All share its
 * one project, in which each test has accounts of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startByCommand } from './support/command-site'
import { prepareData } from './support/data-dir'
import { runVariables } from './support/run'

export default async function prepareRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-run-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const [site] = await Promise.all([
      startByCommand({ dataDir: join(folder, 'start') }),
      prepareData(folder),
    ])
    process.env[runVariables.folder] = folder
    process.env[runVariables.emulator] = site.emulatorUrl
    return async () => {
      await site.stop()
      await removeFolder()
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
