/**
 * `npm run container`: makes the image's files as the Dockerfile does and runs them, which shows that none is missing. Exits
 * with 1 at the first broken promise. Needs root, to run them as somebody else, and a few minutes; leaves its build in `.next`.
 */
import assert from 'node:assert/strict'
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emulatorProgram, installedEmulator } from '../../scripts/start/emulator'
import { type RunningProgram, startProgram } from '../../scripts/start/program'
import { typescriptFlags } from '../../scripts/start/project'
import { startPostgres } from '../support/database/postgres'
import { reservePort } from '../support/port'
import { isRoot } from '../support/programs'
import { tryEmbedded, tryPostgres } from './trials'

const maxMegabytes = 250

async function main(): Promise<void> {
  if (!isRoot()) throw new Error('Running the image as somebody else needs root.')
  const all = mkdtempSync(path.join(tmpdir(), 'foyer-container-'))
  const [folder, data, auth] = ['app', 'data', 'auth'].map((name) => path.join(all, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [folder, data]) mkdirSync(made)
  chmodSync(all, 0o755)
  // The mode of the image's folder, which a new volume inherits.
  chmodSync(data, 0o1777)
  const running: { stop(): Promise<unknown> }[] = []
  try {
    makeFiles(folder)
    const emulator = await startEmulator(path.join(auth, 'emulator'))
    running.push(emulator)
    const postgres = await startPostgres()
    running.push({ stop: postgres.close })
    const image = { folder, data, settings: emulator.settings }
    await tryPostgres(image, postgres.url)
    await tryEmbedded(image)
  } finally {
    for (const { stop } of running) await stop()
    rmSync(all, { recursive: true, force: true })
  }
}

/** The lines of the Dockerfile's first stage. */
function makeFiles(folder: string): void {
  const environment = { ...process.env, NEXT_PRIVATE_STANDALONE: '1', NEXT_TELEMETRY_DISABLED: '1' }
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env: environment }
  execFileSync('npm', ['run', 'build'], options)
  execFileSync(process.execPath, [...typescriptFlags, 'scripts/image.ts', folder], options)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const megabytes = Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10)
  console.log(`its files have ${megabytes} MB`)
  assert.ok(megabytes <= maxMegabytes, `more than ${maxMegabytes} MB`)
}

async function startEmulator(folder: string): Promise<RunningProgram & { settings: Record<string, string> }> {
  const program = installedEmulator()
  if (!program) throw new Error('The Auth emulator is not installed. Run: npm ci')
  const url = new URL(`http://127.0.0.1:${await reservePort()}`)
  const plan = { program, url, siteUrl: url, projectId: 'demo-foyer', folder }
  const running = startProgram(await emulatorProgram(plan))
  await running.whenReady()
  const identity = { apiKey: 'demo-api-key', authDomain: 'localhost', projectId: plan.projectId }
  const settings = {
    USE_AUTH_EMULATOR: 'true',
    AUTH_EMULATOR_URL: url.origin,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify(identity),
  }
  return { ...running, settings }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
