/** The Auth emulator: the identity provider of the embedded default, with a demo account. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { childEnvironment } from '../../lib/server/config'
import { makePrivate } from '../../lib/server/private-folder'
import { routes } from '../../lib/site/routes'
import { addressOf, freePort } from './ports'
import type { Program } from './program'
import { installedFile } from './project'
import { say, startProblem } from './terminal'

export type EmulatorPlan = {
  program: string
  url: URL
  /** For the links in emails. */
  siteUrl: URL
  projectId: string
  /** For the accounts and temporary files. */
  folder: string
}

/** The emulator's program; null if it isn't installed. */
export function installedEmulator(): string | null {
  return installedFile('firebase-tools/lib/bin/firebase.js')
}

/** Imports the accounts at the start and exports them when it stops, unless it's killed. */
export async function emulatorProgram(plan: EmulatorPlan): Promise<Program> {
  const { program, url, siteUrl, projectId, folder } = plan
  const privacy = await makePrivate(folder)
  if (privacy.status === 'refused') throw startProblem(privacy.problem)
  // For temporary files. No other emulator has this port, so the folder is ours.
  const runFolder = path.join(folder, `run-${addressOf(url).port}`)
  const config = await writeConfig(runFolder, url)
  const accounts = ['--import', accountsFolder(plan), '--export-on-exit', accountsFolder(plan)]
  const { PATH } = childEnvironment({})
  let isReady = false
  return {
    name: 'The Auth emulator',
    run: [
      // At start it compiles a large schema, a fifth faster with a larger young generation.
      ...['--max-semi-space-size=64', program, 'emulators:start', '--only', 'auth'],
      ...['--project', projectId, '--config', config, ...accounts],
    ],
    folder: runFolder,
    // No more of our environment: it would use the developer's Firebase login, and a proxy for requests to itself. As CI it
    // fetches no message of the day from Google, which can stop it.
    environment: { PATH, HOME: runFolder, TMPDIR: runFolder, CI: 'true', NO_UPDATE_NOTIFIER: '1' },
    showLine: (line) => {
      // It responds before the import is done; only its output says when that is.
      isReady ||= line.includes('All emulators ready')
      if (isUserMessage(line)) say(`Auth emulator: ${withOwnLink(line.trim(), siteUrl)}`)
      return false
    },
    isReady: () => isReady,
    // An export during the import would lose accounts.
    stopSignal: () => (isReady ? 'SIGTERM' : 'SIGKILL'),
  }
}

const accountsFolder = ({ folder }: EmulatorPlan) => path.join(folder, 'accounts')

/** Emails, text messages and a failed export appear only in the output. */
function isUserMessage(line: string): boolean {
  return ['/emulator/action?', 'use the code', 'Automatic export'].some((words) => line.includes(words))
}

/** Links to our page, which asks before it uses the link; the emulator's page uses it when opened. */
function withOwnLink(line: string, siteUrl: URL): string {
  return line.replace(
    /\S+\/emulator\/action\?(\S+)/,
    (_, query: string) =>
      `${siteUrl.origin}${routes.authAction()}?${query.replace('&newPassword=NEW_PASSWORD_HERE', '')}`,
  )
}

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

/** Readies an emulator that runs: its accounts are as they were, and the demo account is there. */
export async function prepareEmulator(plan: EmulatorPlan): Promise<void> {
  // The import sets it to now (firebase-tools 15), so that no session and no token from before would count. It skips some
  // accounts, such as those with a second factor and an unverified address: they can't be updated.
  for (const { localId, validSince } of await readExport(plan))
    await callEmulator(plan, 'update', { localId, validSince })
  const { email, password: rawPassword } = demoAccount
  // Older than any database, so its verified address counts as proved, and it may have passkeys.
  const createdAt = String(Date.UTC(2020, 0))
  const names = { localId: 'demo', displayName: 'Demo' }
  const users = [{ ...names, email, rawPassword, emailVerified: true, createdAt }]
  const created = await callEmulator(plan, 'batchCreate', { users })
  if (created.ok) return
  throw startProblem(`The demo account could not be created: the emulator answered ${await created.text()}`)
}

type ExportedUser = { localId: string; validSince: string }

/** The accounts as the emulator has exported them; none at the first start. */
async function readExport(plan: EmulatorPlan): Promise<ExportedUser[]> {
  const file = path.join(accountsFolder(plan), 'auth_export', 'accounts.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).users : []
}

function callEmulator({ url, projectId }: EmulatorPlan, method: string, body: object): Promise<Response> {
  const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${method}`
  return fetch(new URL(path, url), {
    method: 'POST',
    // The emulator accepts 'owner' as an administrator's token.
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
}
