/**
 * What Playwright does once, before all tests of the browser: the run's folder, a stand-in for Google's loader script, and the
 * Auth emulator, which takes longer to start than any site. All tests share its one project, in which each has accounts of
 * its own.
 */
import { join } from 'node:path'
import { startByCommand } from './command-site'
import { openRunFolder } from './data-dir'
import { openGapiServer } from './gapi/gapi'
import { runVariables } from './run'

export default async function prepareRun(): Promise<() => Promise<void>> {
  const run = await openRunFolder()
  try {
    const site = await startByCommand({ dataDir: join(run.folder, 'start') })
    const gapi = await openGapiServer()
    process.env[runVariables.emulator] = site.emulatorUrl
    process.env[runVariables.gapi] = String(gapi.port)
    return async () => {
      gapi.close()
      await site.stop()
      await run.close()
    }
  } catch (error) {
    await run.close()
    throw error
  }
}
