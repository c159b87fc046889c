/** What is to be started, decided before anything is. */
import path from 'node:path'
import ms from 'ms'
import { siteSettings } from '../../lib/config/config'
import { describeProblems } from '../../lib/config/settings'
import { childEnvironment, mayUseEmbeddedDefault, parseServerConfig } from '../../lib/server/config'
import { type EmulatorPlan, installedEmulator } from './emulator'
import { freePort, placeOf, requireFreePort } from './ports'
import { projectFolder } from './project'
import type { SitePlan } from './site'
import { startProblem } from './terminal'

export type Plan = {
  site: SitePlan
  emulator: EmulatorPlan | null
  dataFolder: string
  /** Why nobody will be able to sign in, and what helps; null when they will. */
  warning: string | null
}

/** Reads the settings, which name all their problems at once, and chooses what to start with them. */
export async function makePlan(mode: SitePlan['mode']): Promise<Plan> {
  const { program, settings, config, problems } = readChosenSettings()
  if (problems.length > 0) throw startProblem(describeProblems(problems))
  const dataFolder = path.resolve(projectFolder, config.dataDir)
  const port = config.port || (await freePort())
  const stopWithinMs = config.shutdown.delayMs + config.shutdown.timeoutMs + lastWordsMs
  const { emulatorUrl } = config.public
  if (!program || !emulatorUrl) {
    const url = new URL(`http://localhost:${port}`)
    const site = { mode, url, place: { host: null, port }, settings, stopWithinMs }
    return { site, emulator: null, dataFolder, warning: describeMissingIdentity(config.identityProblem) }
  }
  const url = requireEmbeddable(new URL(emulatorUrl), port)
  // The same name for both: browsers keep apart what two names store.
  const siteUrl = new URL(`http://${url.hostname}:${port}`)
  const emulatorSettings = { ...settings, AUTH_EMULATOR_URL: emulatorUrl }
  const folder = path.join(dataFolder, 'auth-emulator')
  return {
    site: {
      mode,
      url: siteUrl,
      place: placeOf(siteUrl),
      settings: emulatorSettings,
      stopWithinMs,
    },
    emulator: { program, url, siteUrl, projectId: embeddedIdentity.projectId, folder },
    dataFolder,
    warning: null,
  }
}

/** Finds out, before anything long begins, whether the ports can be had. */
export async function requireFreePorts({ site, emulator }: Plan): Promise<void> {
  await requireFreePort(site.place, { purpose: 'the site', setting: 'PORT' })
  if (!emulator) return
  const use = { purpose: 'the Auth emulator', setting: 'AUTH_EMULATOR_URL' }
  await requireFreePort(placeOf(emulator.url), use)
}

/** The settings the site will have: those given, or the embedded default where nobody has chosen a provider. */
export function readChosenSettings() {
  const program = mayUseEmbeddedDefault() ? installedEmulator() : null
  const settings = program ? embeddedSettings : {}
  return { program, settings, ...parseServerConfig(childEnvironment(settings)) }
}

/** The site says itself what it had to cut off; only then is it ended by force. */
const lastWordsMs = ms('3s')

/** A project whose name starts with demo- exists nowhere: nobody ever asks Google about it. */
const embeddedIdentity = { apiKey: 'demo-api-key', authDomain: '127.0.0.1', projectId: 'demo-foyer' }

const embeddedSettings = {
  USE_AUTH_EMULATOR: 'true',
  FIREBASE_WEBAPP_CONFIG: JSON.stringify(embeddedIdentity),
}

/** What is wrong with a URL only where the emulator is started by us. */
function requireEmbeddable(url: URL, sitePort: number): URL {
  if (url.protocol !== 'http:') {
    throw startProblem(
      'AUTH_EMULATOR_URL must start with http:// because the Auth emulator started here speaks no https.',
    )
  }
  if (Number(url.port || '80') === sitePort) {
    throw startProblem(
      `PORT and AUTH_EMULATOR_URL name the same port, ${sitePort}. The site and the emulator need one each.`,
    )
  }
  return url
}

function describeMissingIdentity(problem: string | null): string | null {
  if (problem === null) return null
  const { example } = siteSettings.FIREBASE_WEBAPP_CONFIG
  const words = `Sign-in is not configured: FIREBASE_WEBAPP_CONFIG ${problem}. Example: FIREBASE_WEBAPP_CONFIG=${example}`
  if (!mayUseEmbeddedDefault()) return words
  return `${words}\nThe Auth emulator, which would stand in for it, is not installed; npm ci installs it.`
}
