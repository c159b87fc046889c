/** All checks of the doctor. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeProblem } from '../../lib/config/settings'
import { describeError } from '../../lib/errors/errors'
import { isProduction } from '../../lib/server/config'
import { loadEnvFiles } from '../start/env-files'
import { readChosenSettings } from '../start/plan'
import { projectFolder } from '../start/project'
import { describeStartError } from '../start/terminal'
import { databaseChecks } from './database'
import { fileChecks } from './files'
import { type Checks, type DoctorContext, type Finding, ok, problem, type Verdict } from './finding'
import { hostingChecks } from './hosting'
import { identityChecks } from './identity'
import { askPostgres } from './postgres'

/** Reads the settings as `npm start` does. If they are valid, also checks what they refer to, within a few seconds. */
export async function examine(): Promise<Finding[]> {
  const node = { subject: 'Node', ...describeNode({ wanted: wantedNode(), found: process.versions.node }) }
  const settings = (verdict: Verdict): Finding => ({ subject: 'Settings', ...verdict })
  try {
    loadEnvFiles()
  } catch (error) {
    return [node, settings(problem(describeStartError(error)))]
  }
  const { config, problems, program } = readChosenSettings()
  if (problems.length > 0)
    return [node, ...problems.map((setting) => settings(problem(describeProblem(setting))))]
  const { identity, emulatorUrl } = config.public
  const found = await runChecks(
    { ...identityChecks, ...databaseChecks, ...hostingChecks, ...fileChecks },
    {
      config,
      provider: emulatorUrl === null ? identity : null,
      postgres: config.databaseUrl ? askPostgres(config.databaseUrl) : null,
      isEmbedded: program !== null,
      isProduction: isProduction(),
    },
  )
  return [node, settings(ok('all can be read')), ...found]
}

/** Runs all at once. A check that fails itself is a problem, too, and the others are still shown. */
export async function runChecks(checks: Checks, context: DoctorContext): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([subject, check]) => {
      try {
        const verdict = await check(context)
        return verdict && { subject, ...verdict }
      } catch (error) {
        return { subject, ...problem(`could not be checked: ${describeError(error).message}`) }
      }
    }),
  )
  return findings.filter((finding) => finding !== null)
}

/** `>=` and a version, by package.json. */
function wantedNode(): string {
  return JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')).engines.node
}

/** Whether this version of Node is new enough. Compares numerically: 20.9 is older than 20.19. */
export function describeNode({ wanted, found }: { wanted: string; found: string }): Verdict {
  if (found.localeCompare(wanted.slice('>='.length), 'en', { numeric: true }) >= 0)
    return ok(`${found} (${wanted} is needed)`)
  return problem(`${found} is too old: ${wanted} is needed. Install it, then run: npm ci`)
}
