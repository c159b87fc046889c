/** Runs `npm run rehearse` against the emulator and production's stand-in, with a mailbox that this process reads. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Google } from '../support/google/google'
import { reservePort } from '../support/ports'

/** Where to rehearse: the settings, the links of all mails to the mailbox so far, and how late they may come. */
export type Stage = { environment: Record<string, string>; links(): string[]; lateMs: number }

export const mailbox = 'operator@example.com'

/** The stand-in, with apps as second factors. */
export function standInStage({ environment, mails }: Google): Stage {
  const sent: string[] = []
  const links = () => {
    const codes = mails.filter(({ email }) => email === mailbox).map(({ oobCode }) => oobCode)
    sent.push(...codes.filter((code) => !sent.includes(code)))
    return sent.map((code) => `https://mail.example/?oobCode=${code}`)
  }
  return { environment, links, lateMs: 0 }
}

/** An emulator of its own, as its pages know no other project than the one it was started for; until `stop`. */
export async function startEmulatorStage(): Promise<Stage & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-rehearsal-'))
  const [port, hub, logging] = [await reservePort(), await reservePort(), await reservePort()]
  const at = (wanted: number) => ({ host: '127.0.0.1', port: wanted })
  const emulators = { auth: at(port), hub: at(hub), logging: at(logging), ui: { enabled: false } }
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const program = join(process.cwd(), 'node_modules/firebase-tools/lib/bin/firebase.js')
  const { PATH } = process.env
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=64', program, 'emulators:start', '--only', 'auth', '--project', 'demo-rehearsal'],
    {
      cwd: folder,
      env: {
        PATH,
        HOME: folder,
        TMPDIR: folder,
        CI: 'true',
        NO_UPDATE_NOTIFIER: '1',
      } as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'close')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const deadline = Date.now() + startWithinMs
  while (!output.includes('All emulators ready')) {
    if (child.exitCode === null && Date.now() < deadline) await delay(50)
    else {
      await stop()
      throw new Error(`The emulator did not start:\n${output}`)
    }
  }
  return {
    environment: {
      USE_AUTH_EMULATOR: 'true',
      AUTH_EMULATOR_URL: `http://127.0.0.1:${port}`,
      FIREBASE_WEBAPP_CONFIG: JSON.stringify({ apiKey: 'demo-api-key', projectId: 'demo-rehearsal' }),
    },
    // It prints what it would mail, and no link that an administrator gets.
    links: () =>
      [...output.matchAll(/^.* (\S+), follow this link: (\S+)$/gm)].flatMap(([line, , link = '']) =>
        line.includes(mailbox) ? link : [],
      ),
    lateMs: 1_500,
    stop,
  }
}

/** A busy machine is slow. */
export const startWithinMs = 180_000

export type Rehearsal = { code: number | null; output: string; words: string }

/** Runs the command to its end, and answers for the mailbox. `onLine` may stop it. */
export async function rehearse(
  { environment, links, lateMs }: Stage,
  parameters: string[],
  onLine: (line: string, stop: () => void) => void = () => undefined,
): Promise<Rehearsal> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [...(await command()), ...parameters], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      __NEXT_PROCESSED_ENV: 'as they stand',
      ...environment,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let read = 0
  let words = ''
  child.stderr.on('data', async (chunk) => {
    words += chunk
    if (!String(chunk).includes('Paste the link')) return
    // The call that mails has been answered; only the emulator's output may come later.
    for (let waitedMs = 0; waitedMs < lateMs && links().length === read; waitedMs += 50) await delay(50)
    const all = links()
    child.stdin.write(`${all.slice(read).at(-1) ?? ''}\n`)
    read = all.length
  })
  child.stdout.on('data', (chunk) => onLine(String(chunk), () => child.kill('SIGINT')))
  const ended = once(child, 'close')
  const output = await text(child.stdout)
  const [code] = await ended
  return { code: code as number | null, output, words }
}

const command = async (): Promise<string[]> =>
  JSON.parse(await readFile('package.json', 'utf8'))
    .scripts.rehearse.split(' ')
    .slice(1)
