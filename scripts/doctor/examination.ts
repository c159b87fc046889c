/** What is wrong with this installation and its surroundings, and what helps. */
import { loadEnvConfig } from '@next/env'
import { isProduction } from '../../lib/server/config'
import { readChosenSettings } from '../start/plan'
import { projectFolder } from '../start/project'
import { examineDataFolder } from './data-folder'
import { examineDatabasePlace } from './database'
import type { Finding } from './finding'
import { examineHosting } from './hosting'
import { examineIdentity } from './identity'
import { examineInstallation } from './installation'
import { examineKeyServers } from './key-servers'
import { examineSettings } from './settings'

/**
 * Reads the settings as `npm start` does. Only with settings that hold the rest is looked at: whatever the network has
 * to tell, within a few seconds.
 */
export async function examine(): Promise<Finding[]> {
  loadEnvConfig(projectFolder, false)
  const { config, problems, program } = readChosenSettings()
  const first = [...examineInstallation(), ...examineSettings(problems)]
  if (problems.length > 0) return first
  const situation = { config, isEmbedded: program !== null, isProduction: isProduction() }
  const others = await Promise.all([
    examineIdentity(situation),
    examineKeyServers(config),
    examineDatabasePlace(config),
    examineDataFolder(situation),
    examineHosting(situation),
  ])
  return [...first, ...others.flat()]
}
