/** `npm run doctor`: what is wrong with this installation and its surroundings, and what helps. Changes nothing. */
import { parseArgs } from 'node:util'
import { loadEnvConfig } from '@next/env'
import { isProduction } from '../lib/server/config'
import { examineDataFolder } from './doctor/data-folder'
import { examineDatabasePlace } from './doctor/database'
import { describeFindings, type Finding, hasProblem } from './doctor/finding'
import { examineHosting } from './doctor/hosting'
import { examineIdentity } from './doctor/identity'
import { examineInstallation } from './doctor/installation'
import { examineKeyServers } from './doctor/key-servers'
import { examineSettings } from './doctor/settings'
import { readChosenSettings } from './start/plan'
import { projectFolder } from './start/project'
import { say } from './start/terminal'

/** Ends with 0, with 1 when something keeps the site from working, and with 2 when the arguments are wrong. */
async function main(): Promise<void> {
  const wishes = parseWishes()
  if (!wishes) {
    say('Usage: npm run doctor [-- --json]')
    return end(2)
  }
  const findings = await examine()
  process.stdout.write(wishes.json ? `${JSON.stringify(findings)}\n` : describeFindings(findings), () =>
    end(hasProblem(findings) ? 1 : 0),
  )
}

/**
 * Reads the settings as `npm start` does. Only with settings that hold the rest is looked at: whatever the network has
 * to tell, within a few seconds.
 */
async function examine(): Promise<Finding[]> {
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

function parseWishes(): { json: boolean } | null {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Whatever a library still waits for, nobody needs it any more. */
function end(code: number): never {
  process.exit(code)
}

void main()
