/** Database code in separate processes, which a test can kill. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { quickStart, typescriptFlags } from '../processes'

export type DatabaseProcess = {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Its output so far, on both streams. */
  output(): string
  /** Its exit code; null after a signal. */
  ended: Promise<number | null>
}

/** Kills all processes of the test, and waits for their end. */
export async function stopProcesses(): Promise<void> {
  const all = started.splice(0)
  for (const { child } of all) child.kill('SIGKILL')
  await Promise.all(all.map(({ ended }) => ended))
}

const started: DatabaseProcess[] = []

/** Runs the body of a module in the project's folder, with only these settings. */
export function startDatabaseProcess(body: string, settings: Record<string, string>): DatabaseProcess {
  return openProcess(['--input-type=module', '--eval', body], settings)
}

/** A body that opens the database of the settings, says its status and closes it. */
export const openOnce = `
  import database from './tests/support/database/modules.ts'
  console.log((await database.openDatabase()).status)
  await database.closeDatabase()`

/** The same, with the embedded database of this folder as `database`. */
export function runInDatabase(
  dataDir: string,
  body: string,
  settings: Record<string, string> = {},
): DatabaseProcess {
  const imports = `import database from './tests/support/database/modules.ts'`
  return startDatabaseProcess(`${imports}\n${body}`, { ...settings, DATA_DIR: dataDir })
}

/** Runs one of our commands, and waits for its end. */
export async function runCommand(...command: Parameters<typeof startDatabaseCommand>) {
  const { ended, output } = startDatabaseCommand(...command)
  const code = await ended
  return { code, output: output() }
}

/** Runs one of our commands like `npm run`. An empty setting overrides an `.env` file. */
export function startDatabaseCommand(
  name: 'backup' | 'restore' | 'forget' | 'people',
  parameters: string[],
  settings: Record<string, string>,
): DatabaseProcess {
  return openProcess([`scripts/${name}.ts`, ...parameters], { DATABASE_URL: '', ...settings })
}

function openProcess(parameters: string[], settings: Record<string, string>): DatabaseProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [quickStart, ...typescriptFlags, ...parameters], {
    env: { PATH, HOME, TMPDIR, ...settings } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const opened = { child, output: () => output, ended }
  started.push(opened)
  return opened
}
