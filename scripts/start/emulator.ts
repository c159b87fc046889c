/** The Auth emulator: the identity provider of the embedded default, with a demo account. */
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { makePrivate } from '../../lib/server/private-folder'
import { routes } from '../../lib/site/routes'
import type { Program } from './child'
import { addressOf, freePort } from './ports'
import { installedFile } from './project'
import { say, startProblem } from './terminal'

export type EmulatorPlan = {
  /** The emulator's program. */
  program: string
  url: URL
  /** The site's, for the links in emails. */
  siteUrl: URL
  projectId: string
  /** For the accounts, and for what it writes while it runs. */
  folder: string
}

/** The emulator's program, or null if it is not installed. */
export function installedEmulator(): string | null {
  return installedFile('firebase-tools/lib/bin/firebase.js')
}

/** Imports last time's accounts, and exports them when asked to stop; if killed, it can't. */
export async function emulatorProgram(plan: EmulatorPlan): Promise<Program> {
  const { program, url, siteUrl, projectId, folder } = plan
  const privacy = await makePrivate(folder)
  if (privacy.status === 'refused') throw startProblem(privacy.problem)
  // For temporary files. The port is ours alone, so the folder is, too.
  const runFolder = path.join(folder, `run-${addressOf(url).port}`)
  const config = await writeConfig(runFolder, url)
  const accounts = ['--import', accountsFolder(plan), '--export-on-exit', accountsFolder(plan)]
  let isReady = false
  return {
    name: 'The Auth emulator',
    run: [
      ...[...nodeOptions, program, 'emulators:start', '--only', 'auth'],
      ...['--project', projectId, '--config', config, ...accounts],
    ],
    folder: runFolder,
    environment: environmentIn(runFolder),
    showLine: (line) => {
      // It already answers HTTP before the import, and only its output tells when that is done.
      isReady ||= line.includes('All emulators ready')
      if (isForPerson(line)) say(`Auth emulator: ${withOwnLink(line.trim(), siteUrl)}`)
      return false
    },
    isReady: () => isReady,
    // In the middle of the import, an export would lose accounts.
    stopSignal: () => (isReady ? 'SIGTERM' : 'SIGKILL'),
    stopWithinMs: ms('10s'),
  }
}

const accountsFolder = ({ folder }: EmulatorPlan) => path.join(folder, 'accounts')

/** It compiles a large schema at start, a fifth faster with more room for young objects. */
const nodeOptions = ['--max-semi-space-size=64']

/** Its emails and text messages are lines of its output, and shown nowhere else; so is a failed export. */
function isForPerson(line: string): boolean {
  return ['/emulator/action?', 'use the code', 'Automatic export'].some((words) => line.includes(words))
}

/** The emulator's own page uses a link up as soon as it is opened; ours asks first, as with a real email. */
function withOwnLink(line: string, siteUrl: URL): string {
  return line.replace(
    /\S+\/emulator\/action\?(\S+)/,
    (_, query: string) =>
      `${siteUrl.origin}${routes.authAction()}?${query.replace('&newPassword=NEW_PASSWORD_HERE', '')}`,
  )
}

/** Everything it writes goes to our folder, and the developer's own Firebase login isn't used. */
function environmentIn(runFolder: string): NodeJS.ProcessEnv {
  return childEnvironment({
    XDG_CONFIG_HOME: runFolder,
    TMPDIR: runFolder,
    NO_UPDATE_NOTIFIER: '1',
    // Otherwise it asks Google for a message of the day, which can tell it not to run.
    CI: 'true',
    NODE_ENV: null,
    FIREBASE_TOKEN: null,
    GOOGLE_APPLICATION_CREDENTIALS: null,
    // It would use the proxy for requests to itself, whatever NO_PROXY says.
    ...Object.fromEntries(proxyVariables.map((name) => [name, null])),
  })
}

const proxyVariables = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']

async function writeConfig(runFolder: string, url: URL): Promise<string> {
  await rm(runFolder, { recursive: true, force: true })
  await mkdir(runFolder)
  const config = path.join(runFolder, 'firebase.json')
  const emulators = {
    auth: addressOf(url),
    hub: { host: '127.0.0.1', port: await freePort() },
    logging: { host: '127.0.0.1', port: await freePort() },
    ui: { enabled: false },
    singleProjectMode: true,
  }
  await writeFile(config, JSON.stringify({ emulators }, null, 2))
  return config
}

export const demoAccount = { email: 'demo@example.com', password: 'foyer-demo' }

/** Creates the demo account on the first start only: once deleted, it stays so. Returns whether it exists. */
export async function seedDemoAccount(plan: EmulatorPlan): Promise<boolean> {
  if (!existsSync(path.join(accountsFolder(plan), 'firebase-export-metadata.json'))) {
    const account = { ...demoAccount, displayName: 'Demo', emailVerified: true }
    const response = await callAsAdmin(plan, 'accounts', account)
    if (!response.ok)
      throw startProblem(
        `The demo account could not be created: the emulator answered ${await response.text()}`,
      )
  }
  const found = await callAsAdmin(plan, 'accounts:lookup', { email: [demoAccount.email] })
  const { users }: { users?: unknown[] } = await found.json()
  return Boolean(users?.length)
}

/** To the emulator, 'owner' is an administrator's token. */
function callAsAdmin({ url, projectId }: EmulatorPlan, method: string, body: object): Promise<Response> {
  return fetch(new URL(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/${method}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
}
