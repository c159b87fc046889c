/**
 * Playwright's global setup: the run's folder, a stand-in for Google's loader script, and the Auth emulator, which takes longer
 * to start than any site. Tests share its project, and each has its own accounts.
 */
import { join } from 'node:path'
import { startGapiServer } from './gapi/gapi'
import { createRunFolder, runVariables } from './run'
import { startByCommand } from './site'

export default async function prepareRun(): Promise<() => Promise<void>> {
  const run = await createRunFolder()
  try {
    const site = await startByCommand({ dataDir: join(run.folder, 'start') })
    const gapi = await startGapiServer()
    process.env[runVariables.emulator] = site.emulatorUrl
    process.env[runVariables.gapi] = String(gapi.port)
    return async () => {
      await gapi.close()
      await site.stop()
      await run.close()
    }
  } catch (error) {
    await run.close()
    throw error
  }
}
