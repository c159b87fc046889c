/** The Auth emulator: the identity provider of the embedded default. */
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { claimFolder } from '../../lib/server/database/database'
import { routes } from '../../lib/site/routes'
import { accountStore, openExports, recoverAccounts } from './accounts'
import { type Child, openChild } from './children'
import { createDemoAccount } from './demo-account'
import { freePort, placeOf, requireFreePort } from './ports'
import { installedFile } from './project'
import { isAnswering, requireReady } from './readiness'
import type { Shutdown } from './shutdown'
import { say, showProgress, startProblem } from './terminal'

export type EmulatorPlan = {
  /** The emulator's program. */
  program: string
  url: URL
  /** Of the site, whose page takes the links of mails. */
  siteUrl: URL
  projectId: string
  /** A folder, the emulator's alone, for the accounts and for what it writes while it runs. */
  folder: string
  exportEveryMs: number
  /** Whether the person wants to see all that the emulator says. */
  isVerbose: boolean
}

/** The emulator's program, or null when it is not installed. */
export function emulatorProgram(): string | null {
  return installedFile('firebase-tools/lib/bin/firebase.js')
}

/** Finds out, before anything long begins, what would keep the emulator from starting. */
export async function claimEmulator({ url, folder }: EmulatorPlan, shutdown: Shutdown): Promise<void> {
  await requireFreePort(placeOf(url), portUse)
  const result = await claimFolder(folder)
  if (result.status === 'refused') throw startProblem(result.problem)
  shutdown.open(() => result.claim)
}

/** Starts the emulator with the accounts of last time, and has them saved from then on. */
export async function openEmulator(plan: EmulatorPlan, shutdown: Shutdown): Promise<Child> {
  await requireFreePort(placeOf(plan.url), portUse)
  const store = accountStore(plan.folder)
  await recoverAccounts(store)
  const hasAccounts = existsSync(store.kept)
  const hub = new URL(`http://127.0.0.1:${await freePort()}`)
  const config = await writeEmulatorConfig(plan, hub)
  const importing = hasAccounts ? ['--import', store.kept] : []
  let saysReady = false
  const child = shutdown.open(() =>
    openChild({
      run: [...programOptions, plan.program, ...emulatorArguments(plan, config), ...importing],
      folder: runFolder(plan),
      environment: emulatorEnvironment(plan),
      showLine: (line) => {
        saysReady ||= line.includes(readyWords)
        return showEmulatorLine(line, plan)
      },
      keptLines: 20,
      closeWithinMs: ms('5s'),
    }),
  )
  const isReady = async () => saysReady && (await isAnswering(plan.url))
  await showProgress('Starting the Auth emulator', () =>
    requireReady({ name: 'The Auth emulator', child, isReady, withinMs: ms('5m') }),
  )
  if (!hasAccounts) await createDemoAccount(plan)
  shutdown.open(() => openExports({ hub, store, everyMs: plan.exportEveryMs, child }))
  return child
}

const portUse = { purpose: 'the Auth emulator', setting: 'AUTH_EMULATOR_URL' }

/** It compiles a large schema when it starts: with more room for young objects a fifth faster. */
const programOptions = ['--max-semi-space-size=64']

/** It answers HTTP before it has read the accounts of last time, and then tells of it in words only. */
const readyWords = 'All emulators ready'

/** Its mails and text messages are lines of its output: the only way for a person to get at them. */
function showEmulatorLine(line: string, { isVerbose, siteUrl }: EmulatorPlan): boolean {
  const isMessage = line.includes('/emulator/action?') || line.includes('use the code')
  if (isMessage || isVerbose) say(`Auth emulator: ${withOwnLink(line.trim(), siteUrl)}`)
  return false
}

/** The emulator's own page would use a link up as soon as it is opened; ours asks first, as with a real mail. */
function withOwnLink(line: string, siteUrl: URL): string {
  return line.replace(
    /\S+\/emulator\/action\?(\S+)/,
    (_, query: string) =>
      `${siteUrl.origin}${routes.authAction()}?${query.replace('&newPassword=NEW_PASSWORD_HERE', '')}`,
  )
}

function emulatorArguments({ projectId }: EmulatorPlan, config: string): string[] {
  return ['emulators:start', '--only', 'auth', '--project', projectId, '--config', config]
}

/** Everything the tool keeps goes to our folder, and nothing of the person's own Firebase login is used. */
function emulatorEnvironment(plan: EmulatorPlan): NodeJS.ProcessEnv {
  return childEnvironment({
    XDG_CONFIG_HOME: runFolder(plan),
    TMPDIR: runFolder(plan),
    NO_UPDATE_NOTIFIER: '1',
    // Without it the tool asks Google for the message of the day, which may order it not to run.
    CI: 'true',
    NODE_ENV: null,
    FIREBASE_TOKEN: null,
    GOOGLE_APPLICATION_CREDENTIALS: null,
    // It would send requests to itself through the proxy, whatever NO_PROXY says.
    ...Object.fromEntries(proxyVariables.map((name) => [name, null])),
  })
}

const proxyVariables = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']

async function writeEmulatorConfig(plan: EmulatorPlan, hub: URL): Promise<string> {
  await rm(runFolder(plan), { recursive: true, force: true })
  await mkdir(runFolder(plan))
  const config = path.join(runFolder(plan), 'firebase.json')
  const emulators = {
    auth: placeOf(plan.url),
    hub: placeOf(hub),
    logging: { host: hub.hostname, port: await freePort() },
    ui: { enabled: false },
    singleProjectMode: true,
  }
  await writeFile(config, JSON.stringify({ emulators }, null, 2))
  return config
}

/** What is there only while the emulator runs. */
function runFolder({ folder }: EmulatorPlan): string {
  return path.join(folder, 'run')
}
