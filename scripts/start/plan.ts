/** Decides what to start. */
import path from 'node:path'
import ms from 'ms'
import { siteSettings } from '../../lib/config/config'
import { embeddedMark } from '../../lib/config/embedded'
import { describeProblems } from '../../lib/config/settings'
import { childEnvironment, mayUseEmbeddedDefault, parseServerConfig } from '../../lib/server/config'
import { type EmulatorPlan, installedEmulator } from './emulator'
import { addressOf, freePort, requireFreePort } from './ports'
import { projectFolder } from './project'
import type { SitePlan } from './site'
import { startProblem } from './terminal'

export type Plan = {
  site: SitePlan
  emulator: EmulatorPlan | null
  dataFolder: string
  /** Why sign-in won't work, and what to do about it; null if it will. */
  warning: string | null
}

/** Plans by the settings. Throws if any are wrong, naming all of them. */
export async function makePlan(mode: SitePlan['mode']): Promise<Plan> {
  const { program, settings, config, problems } = readChosenSettings()
  if (problems.length > 0) throw startProblem(describeProblems(problems))
  const dataFolder = path.resolve(projectFolder, config.dataDir)
  const port = config.port || (await freePort())
  const stopTimeoutMs = config.shutdown.delayMs + config.shutdown.timeoutMs + stopMarginMs
  const { emulatorUrl } = config.public
  if (!program || !emulatorUrl) {
    const url = new URL(`http://${reachable(config.host)}:${port}`)
    const address = { host: config.host, port }
    const site = { mode, url, address, forwardedFrom: null, settings, stopTimeoutMs }
    return { site, emulator: null, dataFolder, warning: describeMissingIdentity(config.identityProblem) }
  }
  // The same host name for both: browsers separate storage by host.
  const url = withLocalName(requireEmbeddable(new URL(emulatorUrl), port), config.origin.siteUrl)
  const siteUrl = new URL(`http://${url.hostname}:${port}`)
  const isLocalhost = url.hostname === 'localhost'
  const emulatorSettings = {
    ...settings,
    AUTH_EMULATOR_URL: url.origin,
    ...(isLocalhost ? embeddedMark : {}),
  }
  const folder = path.join(dataFolder, 'auth-emulator')
  return {
    site: {
      mode,
      url: siteUrl,
      address: { host: config.host ?? (isLocalhost ? '127.0.0.1' : addressOf(siteUrl).host), port },
      forwardedFrom: config.host === null && isLocalhost ? '::1' : null,
      settings: emulatorSettings,
      stopTimeoutMs,
    },
    emulator: { program, url, siteUrl, projectId: embeddedIdentity.projectId, folder },
    dataFolder,
    warning: null,
  }
}

export async function requireFreePorts({ site, emulator }: Plan): Promise<void> {
  const address = site.forwardedFrom ? addressOf(site.url) : site.address
  await requireFreePort(address, { purpose: 'the site', setting: 'PORT' })
  if (!emulator) return
  const use = { purpose: 'the Auth emulator', setting: 'AUTH_EMULATOR_URL' }
  await requireFreePort(addressOf(emulator.url), use)
}

/** The given settings, with the embedded default if they name no provider. */
export function readChosenSettings() {
  const program = mayUseEmbeddedDefault() ? installedEmulator() : null
  const settings = program ? embeddedSettings : {}
  return { program, settings, ...parseServerConfig(childEnvironment(settings)) }
}

/** Lets the site log what it aborts before it's killed. */
const stopMarginMs = ms('3s')

/** The emulator never contacts Google for a project that starts with demo-. */
const embeddedIdentity = { apiKey: 'demo-api-key', authDomain: 'localhost', projectId: 'demo-foyer' }

/** The name by which this machine reaches a server on that host. */
function reachable(host: string | null): string {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const embeddedSettings = {
  USE_AUTH_EMULATOR: 'true',
  FIREBASE_WEBAPP_CONFIG: JSON.stringify(embeddedIdentity),
}

/**
 * The emulator's URL with the name `localhost`, as browsers refuse passkeys at an IP address (docs/decisions/start.md),
 * unless `SITE_URL` has the address.
 */
function withLocalName(url: URL, siteUrl: string | null): URL {
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!names.includes(url.hostname)) return url
  const siteName = siteUrl === null ? 'localhost' : new URL(siteUrl).hostname
  return Object.assign(new URL(url), { hostname: names.includes(siteName) ? siteName : 'localhost' })
}

/** Checks the URL for an emulator that we start ourselves. */
function requireEmbeddable(url: URL, sitePort: number): URL {
  if (url.protocol !== 'http:') {
    throw startProblem(
      'AUTH_EMULATOR_URL must start with http:// because the Auth emulator started here has no https.',
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
  return `${words}\nThe Auth emulator, which would stand in for it, is not installed. Run: npm ci`
}
