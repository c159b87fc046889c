/** Sample logs, and ways to run `npm run logs` on them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { scripts } from '@/package.json'
import { readLogs } from '@/scripts/logs/command'
import { createLogReader, type OnError } from '@/scripts/logs/log-reader'
import { reportOf } from '@/scripts/logs/report'

const root = join(import.meta.dirname, '..', '..')

type Fields = Readonly<Record<string, unknown>>

/** A crawler's error. */
export const crawlerError = {
  level: 'error',
  time: '2026-11-21T15:00:00.000Z',
  event: 'error',
  requestId: '4f9c21ab-7e10-4c2b-9a55-0123456789ab',
  reference: '4f9c21ab-7e10',
  status: 500,
  method: 'GET',
  route: '/share/{uuid}',
  path: '/share/…',
  bot: 'Googlebot',
  botKind: 'crawler',
  rendered: false,
  place: 'render',
  name: 'TypeError',
  message: 'note is undefined',
  stack: 'TypeError: note is undefined\n    at SharedNote (app/share/[uuid]/page.tsx:12:3)',
  causes: [{ name: 'Error', message: 'no row', stack: 'Error: no row\n    at readNote (lib/notes.ts:3:1)' }],
  buildId: 'b1',
}

/** A crawler's request for an unknown path. */
export const unknownRoute = {
  level: 'info',
  time: '2026-11-21T15:10:00.000Z',
  event: 'route.unknown',
  requestId: '0a1b2c3d-4e5f-4c2b-9a55-0123456789ab',
  reference: '0a1b2c3d-4e5f',
  status: 404,
  method: 'GET',
  path: '/wp-login.php',
  bot: 'bingbot',
  botKind: 'crawler',
  rendered: false,
}

/** 9,980 more of the crawler's error, folded. */
export const folded = {
  ...crawlerError,
  time: '2026-11-21T15:20:00.000Z',
  event: 'error.repeated',
  count: 9_980,
  firstAt: '2026-11-21T15:00:01.000Z',
  lastAt: '2026-11-21T15:19:59.000Z',
  references: ['aaaaaaaa-0001', 'aaaaaaaa-0002'],
  referencesLeftOff: 9_978,
}

/** Not an error. */
export const sessionOpened = {
  level: 'info',
  time: '2026-11-21T15:00:00.000Z',
  event: 'session.opened',
  requestId: '99999999-7e10-4c2b-9a55-0123456789ab',
  userId: 'u1',
}

/** An entry of Cloud Logging, as `gcloud` prints it. */
export const cloudEntry = (payload: object, log = 'run.googleapis.com%2Fstdout') => ({
  insertId: '6920aa30000a3f9c21ab7e10',
  labels: { instanceId: '0069c7a988' },
  logName: `projects/my-project/logs/${log}`,
  receiveTimestamp: '2026-11-21T15:00:00.331945062Z',
  resource: {
    labels: { location: 'europe-west1', project_id: 'my-project', service_name: 'site' },
    type: 'cloud_run_revision',
  },
  timestamp: '2026-11-21T15:00:00.123456789Z',
  ...payload,
})

/** A log of these records, or lines as they are. */
export function logOf(...records: (Fields | string)[]): string {
  return records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}

/** What the command prints for this log. */
export async function answerOf(parameters: string[], log: string): Promise<string> {
  const { out } = await readLog(parameters, log)
  return out.trimEnd()
}

type ScanOptions = { takeError?: OnError; chunkBytes?: number }

/** The report on these logs, named 1.log, 2.log and so on. */
export function reportOn(logs: (string | Buffer)[], { takeError, chunkBytes = 65_536 }: ScanOptions = {}) {
  const references: string[] = []
  const scanned = logs.map((log, index) => {
    const scan = createLogReader(`${index + 1}.log`, (record, object) => {
      references.push(record.reference)
      takeError?.(record, object)
    })
    const bytes = Buffer.from(log)
    for (let start = 0; start < bytes.length; start += chunkBytes)
      scan.read(bytes.subarray(start, start + chunkBytes))
    return scan.end()
  })
  return { ...reportOf(scanned, []), references }
}

/** Runs the command on a log file, in this process. `LOG` replaces the file's name in the output. */
export async function readLog(parameters: string[], log: string | Buffer): Promise<CommandResult> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-logs-'))
  const file = join(folder, 'site.log')
  await writeFile(file, log)
  const { code, out, err } = await runLogsHere([...parameters, file])
  await rm(folder, { recursive: true })
  return { code, out: out.replaceAll(file, 'LOG'), err: err.replaceAll(file, 'LOG') }
}

/** Runs the command in this process. */
export async function runLogsHere(parameters: string[]): Promise<CommandResult> {
  const { stdout, stderr } = process
  const printers = { out: stdout.write, err: stderr.write }
  const said = { out: '', err: '' }
  const keepAs = (name: keyof typeof said) => (words: string) => {
    said[name] += words
    return true
  }
  stdout.write = keepAs('out') as typeof stdout.write
  stderr.write = keepAs('err') as typeof stderr.write
  try {
    const code = await readLogs(parameters)
    return { code, ...said }
  } finally {
    stdout.write = printers.out
    stderr.write = printers.err
  }
}

export type CommandResult = { code: number | null; out: string; err: string }

/** Runs the command to its end. */
export async function runLogs(
  parameters: string[],
  input: string | Buffer | Readable = '',
  nodeOptions: string[] = [],
): Promise<CommandResult> {
  const child = startLogs(parameters, nodeOptions)
  const ended = once(child, 'close')
  // A command that reads no input closes it early.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  if (typeof input === 'string' || Buffer.isBuffer(input)) child.stdin.end(input)
  else input.pipe(child.stdin)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

/** Starts the command as `npm run` does, without npm. */
export function startLogs(parameters: string[], nodeOptions: string[] = []) {
  const { PATH, HOME } = process.env
  const [, ...script] = scripts.logs.split(' ')
  const env = { PATH, HOME } as unknown as NodeJS.ProcessEnv
  return spawn(process.execPath, [...nodeOptions, ...script, ...parameters], {
    cwd: root,
    env,
    stdio: 'pipe',
  })
}
