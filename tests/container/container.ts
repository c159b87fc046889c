/**
 * `npm run container`: makes the image's files as the Dockerfile does and runs them with its environment and nothing else, as a
 * user without a name that may write to `/data` only, which shows that none is missing. Exits with 1 at the first broken
 * promise. Needs root, to run them as somebody else, and a few minutes; leaves its build in `.next`.
 */

import assert from 'node:assert/strict'
import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { emulatorProgram, installedEmulator } from '../../scripts/start/emulator'
import { startProgram } from '../../scripts/start/program'
import { startPostgres } from '../support/database/postgres'
import { queryDatabase } from '../support/database/rows'
import { callNotes, putNote, readJson, signIn } from '../support/note-calls'
import { reservePort } from '../support/ports'
import { typescriptFlags } from '../support/processes'
import { isRoot } from '../support/programs'

const maxMegabytes = 250
const userId = 23_456
const noteId = '3f0b7a52-8f0e-4c43-9a51-1d2f6f9f2b10'

/** Its files instead of `/app`, and a folder instead of `/data`. */
type Image = { folder: string; data: string; settings: Readonly<Record<string, string>> }

async function main(): Promise<void> {
  if (!isRoot()) throw new Error('Running the image as somebody else needs root.')
  const all = mkdtempSync(path.join(tmpdir(), 'foyer-container-'))
  const [folder, data] = [path.join(all, 'app'), path.join(all, 'data')]
  for (const made of [folder, data]) mkdirSync(made)
  chmodSync(all, 0o755)
  // The mode of the image's folder, which a new volume inherits.
  chmodSync(data, 0o1777)
  const running: (() => Promise<unknown>)[] = []
  try {
    makeFiles(folder)
    tryHost(folder)
    // The folder above it becomes private.
    const emulator = await startEmulator(path.join(all, 'auth', 'emulator'))
    running.push(emulator.stop)
    const postgres = await startPostgres()
    running.push(postgres.close)
    const image = { folder, data, settings: emulator.settings }
    await tryPostgres(image, postgres.url)
    await tryEmbedded(image)
  } finally {
    for (const stop of running) await stop()
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

/** What holds on each host, also with Next's own server. */
function tryHost(folder: string): void {
  const tests = ['--config', 'tests/playwright.config.ts', '--grep', 'standalone', 'tests/front']
  execFileSync(path.join('node_modules', '.bin', 'playwright'), ['test', ...tests], {
    stdio: 'inherit',
    env: { ...process.env, FOYER_STANDALONE: folder },
  })
}

async function startEmulator(folder: string) {
  const program = installedEmulator()
  if (!program) throw new Error('The Auth emulator is not installed. Run: npm ci')
  const url = new URL(`http://127.0.0.1:${await reservePort()}`)
  const projectId = 'demo-foyer'
  const running = startProgram(await emulatorProgram({ program, url, siteUrl: url, projectId, folder }))
  await running.whenReady()
  const identity = { apiKey: 'demo-api-key', authDomain: 'localhost', projectId }
  const settings = {
    USE_AUTH_EMULATOR: 'true',
    AUTH_EMULATOR_URL: url.origin,
    FIREBASE_WEBAPP_CONFIG: JSON.stringify(identity),
  }
  return { stop: () => running.stop(), settings }
}

/** From the first request to the last, then a restore into another database. */
async function tryPostgres(image: Image, url: string): Promise<void> {
  const site = await startContainer(image, { DATABASE_URL: url })
  await tryPages(site.url)
  const person = await signIn(site)
  await readJson(putNote(site, person, noteId, { title: 'Kept', text: 'in a container' }))
  requireClean(await site.exec('node', 'scripts/health.mjs'))
  assert.notEqual((await site.exec('touch', '.next/written')).code, 0, 'its files are not its user’s')
  await tryLog(site)
  // It warns of the emulator, and of nothing else that keeps people from signing in.
  const found = await site.exec('npm', 'run', '--silent', 'doctor')
  assert.match(found.stdout, /^ok {7}Database: .*its tables are up to date$/m)
  assert.deepEqual(found.stdout.match(/^problem .*?:/gm), ['problem  Auth emulator:'])
  const backup = `${image.data}/backup.jsonl.gz`
  requireClean(await site.exec('npm', 'run', 'backup', '--', backup))
  requireClean(await site.stop())
  await queryDatabase(url, 'create database restored')
  const settings = { DATABASE_URL: Object.assign(new URL(url), { pathname: '/restored' }).href }
  requireClean(await run(image, settings, ['npm', 'run', 'restore', '--', backup]).ended)
  const restored = await startContainer(image, settings)
  assert.match((await readJson(callNotes(restored, person, 'GET', noteId))).html, /in a container/)
  requireClean(await restored.stop())
  console.log('with PostgreSQL: pages, sign-in, a note, log, doctor, backup, restore and stop')
}

/** Its rows survive the container. */
async function tryEmbedded(image: Image): Promise<void> {
  const first = await startContainer(image, {})
  const person = await signIn(first)
  await readJson(putNote(first, person, noteId, { text: 'on a volume' }))
  requireClean(await first.stop())
  const second = await startContainer(image, {})
  assert.equal((await readJson(callNotes(second, person, 'GET', noteId))).note.text, 'on a volume')
  requireClean(await second.stop())
  console.log('with the embedded database: a note and a second start')
}

async function tryPages(url: string): Promise<void> {
  const home = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  assert.equal(home.headers.get('content-encoding'), 'br')
  const html = await home.text()
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
  for (const path of ['/favicon.ico', '/icon-192.png', '/social-card.png', '/terms', '/login', script])
    assert.equal((await fetch(url + path)).status, 200, path)
}

async function tryLog(site: Container): Promise<void> {
  await fetch(`${site.url}/nowhere`, { headers: { 'user-agent': 'Googlebot/2.1' } })
  const deadline = Date.now() + 10_000
  while (!site.log().includes('/nowhere') && Date.now() < deadline) await delay(100)
  const read = run(site.image, {}, ['npm', 'run', '--silent', 'logs', '--', '--bots'], site.log())
  assert.match(requireClean(await read.ended).stdout, /404 .*\/nowhere/)
}

type Result = { code: number | null; stdout: string; stderr: string }
type Container = Awaited<ReturnType<typeof startContainer>>

function requireClean(result: Result): Result {
  assert.equal(result.code, 0, result.stderr)
  return result
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const imageCommand: readonly string[] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '')
const variables = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)]

/** Starts the site by the Dockerfile's command, and waits until it is ready. */
async function startContainer(image: Image, more: Record<string, string>) {
  const settings = { PORT: String(await reservePort()), ...more }
  const { child, ended } = run(image, settings, imageCommand)
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  const url = `http://127.0.0.1:${settings.PORT}`
  while ((await fetch(`${url}/api/ready`).catch(() => null))?.status !== 200) {
    const result = await Promise.race([ended, delay(50, null)])
    if (result) throw new Error(`It ended with ${result.code}:\n${result.stdout}${result.stderr}`)
  }
  return {
    image,
    url,
    emulatorUrl: image.settings.AUTH_EMULATOR_URL ?? '',
    log: () => log,
    /** As `docker exec` does. */
    exec: (...command: string[]) => run(image, settings, command).ended,
    /** As `docker stop` does. */
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** After a broken promise nothing stays. */
const started: ChildProcess[] = []
process.once('exit', () => {
  for (const child of started) child.kill('SIGTERM')
})

function run(
  { folder, data, settings }: Image,
  more: Record<string, string>,
  [program = '', ...parameters]: readonly string[],
  input = '',
) {
  const ofImage = Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value]))
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const child = spawn(program, parameters, {
    cwd: folder,
    env: {
      PATH,
      ...ofImage,
      DATA_DIR: `${data}/foyer`,
      ...settings,
      ...more,
    } as unknown as NodeJS.ProcessEnv,
    ...{ uid: userId, gid: userId },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command may end before it has read its input.
  child.stdin.once('error', () => undefined).end(input)
  started.push(child)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]): Result => ({ code, stdout, stderr }),
  )
  return { child, ended }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
