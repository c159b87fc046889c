/** The Auth emulator: the identity provider of the embedded default, with a demo account. */
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import ms from 'ms'
import { childEnvironment } from '../../lib/server/config'
import { makePrivate } from '../../lib/server/database/database'
import { routes } from '../../lib/site/routes'
import type { Program } from './child'
import { freePort, placeOf } from './ports'
import { installedFile } from './project'
import { say, startProblem } from './terminal'

export type EmulatorPlan = {
  /** The emulator's program. */
  program: string
  url: URL
  /** Of the site, whose page takes the links of mails. */
  siteUrl: URL
  projectId: string
  /** A folder for the accounts and for what it writes while it runs. */
  folder: string
}

/** The emulator's program, or null when it is not installed. */
export function installedEmulator(): string | null {
  return installedFile('firebase-tools/lib/bin/firebase.js')
}

/** It starts with the accounts of last time, and keeps them when it is asked to end: by itself, killed it cannot. */
export async function emulatorProgram(plan: EmulatorPlan): Promise<Program> {
  const { program, url, siteUrl, projectId, folder } = plan
  const privacy = await makePrivate(folder)
  if (privacy.status === 'refused') throw startProblem(privacy.problem)
  // For what is there only while it runs. Nobody else has the port, and so the folder.
  const runFolder = path.join(folder, `run-${placeOf(url).port}`)
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
      // It answers HTTP before it has read the accounts of last time, and then tells of it in words only.
      isReady ||= line.includes('All emulators ready')
      if (isForPerson(line)) say(`Auth emulator: ${withOwnLink(line.trim(), siteUrl)}`)
      return false
    },
    isReady: () => isReady,
    // Before it has read all accounts it must not keep what it has.
    stopSignal: () => (isReady ? 'SIGTERM' : 'SIGKILL'),
    stopWithinMs: ms('10s'),
  }
}

const accountsFolder = ({ folder }: EmulatorPlan) => path.join(folder, 'accounts')

/** It compiles a large schema when it starts: with more room for young objects a fifth faster. */
const nodeOptions = ['--max-semi-space-size=64']

/** Its mails and text messages are lines of its output: the only way for a person to get at them. */
function isForPerson(line: string): boolean {
  return ['/emulator/action?', 'use the code', 'Automatic export'].some((words) => line.includes(words))
}

/** The emulator's own page would use a link up as soon as it is opened; ours asks first, as with a real mail. */
function withOwnLink(line: string, siteUrl: URL): string {
  return line.replace(
    /\S+\/emulator\/action\?(\S+)/,
    (_, query: string) =>
      `${siteUrl.origin}${routes.authAction()}?${query.replace('&newPassword=NEW_PASSWORD_HERE', '')}`,
  )
}

/** Everything the tool keeps goes to our folder, and nothing of the person's own Firebase login is used. */
function environmentIn(runFolder: string): NodeJS.ProcessEnv {
  return childEnvironment({
    XDG_CONFIG_HOME: runFolder,
    TMPDIR: runFolder,
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

async function writeConfig(runFolder: string, url: URL): Promise<string> {
  await rm(runFolder, { recursive: true, force: true })
  await mkdir(runFolder)
  const config = path.join(runFolder, 'firebase.json')
  const emulators = {
    auth: placeOf(url),
    hub: { host: '127.0.0.1', port: await freePort() },
    logging: { host: '127.0.0.1', port: await freePort() },
    ui: { enabled: false },
    singleProjectMode: true,
  }
  await writeFile(config, JSON.stringify({ emulators }, null, 2))
  return config
}

export const demoAccount = { email: 'demo@example.com', password: 'foyer-demo' }

/** Makes the demo account where no accounts were kept: one that the person has deleted stays deleted. Whether there is one. */
export async function seedDemoAccount(plan: EmulatorPlan): Promise<boolean> {
  if (!existsSync(path.join(accountsFolder(plan), 'firebase-export-metadata.json'))) {
    const account = { ...demoAccount, displayName: 'Demo', emailVerified: true }
    const response = await askAsAdmin(plan, 'accounts', account)
    if (!response.ok)
      throw startProblem(`The demo account could not be made: the emulator answered ${await response.text()}`)
  }
  const found = await askAsAdmin(plan, 'accounts:lookup', { email: [demoAccount.email] })
  const { users }: { users?: unknown[] } = await found.json()
  return Boolean(users?.length)
}

/** The emulator takes the word 'owner' for an administrator's token. */
function askAsAdmin({ url, projectId }: EmulatorPlan, method: string, body: object): Promise<Response> {
  return fetch(new URL(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/${method}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
}
