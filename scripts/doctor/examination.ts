/** All checks of the doctor. */
import { describeProblem } from '../../lib/config/settings'
import { isProduction } from '../../lib/server/config'
import { loadEnvFiles } from '../start/env-files'
import { readChosenSettings } from '../start/plan'
import { examineCaptcha } from './captcha'
import { examineDatabase, examineDataFolder } from './database'
import { type Finding, ok, problem } from './finding'
import { examineHosting } from './hosting'
import { examineIdentity } from './identity'
import { examineInstallation } from './installation'
import { examineKeyServers } from './key-servers'
import { examineOperator } from './operator'
import { examinePasskeys } from './passkeys'
import { examinePort } from './port'

/** Reads the settings as `npm start` does. If they are valid, also checks what they refer to, within a few seconds. */
export async function examine(): Promise<Finding[]> {
  loadEnvFiles()
  const { config, problems, program } = readChosenSettings()
  const wrong = problems.map((setting) => problem('Settings', describeProblem(setting)))
  if (wrong.length > 0) return [...examineInstallation(), ...wrong]
  const context = { config, isEmbedded: program !== null, isProduction: isProduction() }
  const others = await Promise.all([
    examineIdentity(context),
    examinePasskeys(context),
    examineCaptcha(context),
    examineKeyServers(context),
    examineDatabase(context),
    examineDataFolder(context),
    examineHosting(context),
    examineOperator(context),
    examinePort(context),
  ])
  return [...examineInstallation(), ok('Settings', 'all can be read'), ...others.flat()]
}
