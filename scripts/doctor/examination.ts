/** All checks of the doctor. */
import { describeProblem } from '../../lib/config/settings'
import { describeError } from '../../lib/errors/errors'
import { isProduction } from '../../lib/server/config'
import { loadEnvFiles } from '../start/env-files'
import { readChosenSettings } from '../start/plan'
import { describeStartError } from '../start/terminal'
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
  const installation = await findingsOf(examineInstallation)
  try {
    loadEnvFiles()
  } catch (error) {
    return [...installation, problem('Settings', describeStartError(error))]
  }
  const { config, problems, program } = readChosenSettings()
  const wrong = problems.map((setting) => problem('Settings', describeProblem(setting)))
  if (wrong.length > 0) return [...installation, ...wrong]
  const context = { config, isEmbedded: program !== null, isProduction: isProduction() }
  const others = await Promise.all(
    [
      examineIdentity,
      examinePasskeys,
      examineCaptcha,
      examineKeyServers,
      examineDatabase,
      examineDataFolder,
      examineHosting,
      examineOperator,
      examinePort,
    ].map((examination) => findingsOf(() => examination(context))),
  )
  return [...installation, ok('Settings', 'all can be read'), ...others.flat()]
}

/** An examination that fails itself is a finding, too, and the others are still shown. */
export async function findingsOf(examination: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examination()
  } catch (error) {
    return [problem('Doctor', `could not finish: ${describeError(error).message}`)]
  }
}
