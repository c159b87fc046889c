/** All checks of the doctor. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeProblem } from '../../lib/config/settings'
import { describeError } from '../../lib/errors/errors'
import { isProduction } from '../../lib/server/config'
import { readChosenSettings } from '../start/plan'
import { loadEnvFiles, projectFolder } from '../start/project'
import { describeStartError } from '../start/terminal'
import { examineDatabase, examineDataFolder } from './database'
import { type Finding, ok, problem } from './finding'
import { examineHosting, examineOperator, examinePort } from './hosting'
import { examineIdentity, examineKeyServers, examinePasskeys } from './identity'

/** Reads the settings as `npm start` does. If they are valid, also checks what they refer to, within a few seconds. */
export async function examine(): Promise<Finding[]> {
  const node = describeNode({ wanted: wantedNode(), found: process.versions.node })
  try {
    loadEnvFiles()
  } catch (error) {
    return [node, problem('Settings', describeStartError(error))]
  }
  const { config, problems, program } = readChosenSettings()
  const wrong = problems.map((setting) => problem('Settings', describeProblem(setting)))
  if (wrong.length > 0) return [node, ...wrong]
  const context = { config, isEmbedded: program !== null, isProduction: isProduction() }
  const others = await Promise.all(
    [
      examineIdentity,
      examinePasskeys,
      examineKeyServers,
      examineDatabase,
      examineDataFolder,
      examineHosting,
      examineOperator,
      examinePort,
    ].map((examination) => findingsOf(() => examination(context))),
  )
  return [node, ok('Settings', 'all can be read'), ...others.flat()]
}

/** An examination that fails itself is a finding, too, and the others are still shown. */
export async function findingsOf(examination: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examination()
  } catch (error) {
    return [problem('Doctor', `could not finish: ${describeError(error).message}`)]
  }
}

/** `>=` and a version, by package.json. */
function wantedNode(): string {
  return JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')).engines.node
}

/** Whether this version of Node is new enough. Compares numerically: 20.9 is older than 20.19. */
export function describeNode({ wanted, found }: { wanted: string; found: string }): Finding {
  if (found.localeCompare(wanted.slice('>='.length), 'en', { numeric: true }) >= 0)
    return ok('Node', `${found} (${wanted} is needed)`)
  return problem('Node', `${found} is too old: ${wanted} is needed. Install it, then run: npm ci`)
}
