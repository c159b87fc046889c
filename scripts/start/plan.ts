/** Decides what to start. */
import path from 'node:path'
import ms from 'ms'
import { describeProblems } from '../../lib/config/settings'
import { childEnvironment, mayUseEmbeddedDefault, parseServerConfig } from '../../lib/server/config'
import { type EmulatorPlan, installedEmulator } from './emulator'
import { type Address, addressOf, freePort, portFault } from './ports'
import { projectFolder } from './project'
import { startProblem } from './terminal'

export type Plan = Awaited<ReturnType<typeof makePlan>>

/** Plans by the settings. Throws if any are wrong, naming all of them. */
export async function makePlan(mode: 'start' | 'dev') {
  const { program, settings, config, problems } = readChosenSettings()
  if (problems.length > 0) throw startProblem(describeProblems(problems))
  const { host, shutdown, origin, public: site } = config
  const dataFolder = path.resolve(projectFolder, config.dataDir)
  const port = config.port || (await freePort())
  const url = program ? embeddedUrl(port, origin.siteUrl) : new URL(`http://${reachable(host)}:${port}`)
  const emulator: EmulatorPlan | null =
    program === null
      ? null
      : {
          program,
          // The same host name for both: browsers separate storage by host.
          url: Object.assign(new URL(url), { port: new URL(site.emulatorUrl ?? '').port || '80' }),
          siteUrl: url,
          projectId: embeddedIdentity.projectId,
          folder: path.join(dataFolder, 'auth-emulator'),
        }
  if (emulator?.url.port === url.port)
    throw startProblem(
      `PORT and AUTH_EMULATOR_URL name the same port, ${port}. The site and the emulator need one each.`,
    )
  // Browsers that look for 'localhost' at ::1 come to 127.0.0.1 next.
  const ownHost = url.hostname === '[::1]' ? '::1' : '127.0.0.1'
  return {
    mode,
    /** The site's URL for people. */
    url,
    /** Where it listens. */
    address: { host: host ?? (emulator ? ownHost : null), port },
    /** Added to its environment. */
    settings: emulator ? { ...settings, AUTH_EMULATOR_URL: emulator.url.origin } : settings,
    /** Its time for a graceful shutdown. */
    stopTimeoutMs: shutdown.delayMs + shutdown.timeoutMs + stopMarginMs,
    emulator,
    dataFolder,
  }
}

/** Throws a start problem that names the port, if one can't be used. */
export async function requireFreePorts({ url, address, emulator }: Plan): Promise<void> {
  await requireFreePort(emulator ? addressOf(url) : address, { purpose: 'the site', setting: 'PORT' })
  if (!emulator) return
  const use = { purpose: 'the Auth emulator', setting: 'AUTH_EMULATOR_URL' }
  await requireFreePort(addressOf(emulator.url), use)
}

async function requireFreePort(
  address: Address,
  { purpose, setting }: { purpose: string; setting: string },
): Promise<void> {
  const code = await portFault(address)
  if (!code) return
  const name = `Port ${address.port}${address.host === null ? '' : ` of ${address.host}`}, for ${purpose},`
  const help = `choose another one with ${setting}`
  if (code === 'EADDRINUSE')
    throw startProblem(`${name} is in use. Stop the program that uses it, or ${help}.`)
  throw startProblem(`${name} can't be used (${code}): ${help}, or another address with HOST.`)
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

const embeddedSettings = {
  USE_AUTH_EMULATOR: 'true',
  FIREBASE_WEBAPP_CONFIG: JSON.stringify(embeddedIdentity),
}

/** The name by which this machine reaches a server on that host. */
function reachable(host: string | null): string {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** At the name `localhost`, as browsers refuse passkeys at an IP address, unless `SITE_URL` has the address. */
function embeddedUrl(port: number, siteUrl: string | null): URL {
  const { hostname } = new URL(siteUrl ?? 'http://localhost')
  return new URL(`http://${['127.0.0.1', '[::1]'].includes(hostname) ? hostname : 'localhost'}:${port}`)
}
