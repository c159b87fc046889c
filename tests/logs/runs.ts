/** Runs of `npm run logs` on logs that tests write. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { scripts } from '@/package.json'
import { readLogs } from '@/scripts/logs/command'
import { createLogReader, newReport, type OnRecord } from '@/scripts/logs/log-reader'

type CommandResult = { code: number | null; out: string; err: string }

/** A folder until the test has finished. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-logs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A file until the test has finished. */
export async function tempFile(content: string | Buffer, name = 'site.log'): Promise<string> {
  const file = join(await tempFolder(), name)
  await writeFile(file, content)
  return file
}

/** The report on these logs, named 1.log, 2.log and so on, and the references of their errors. */
export function reportOn(logs: (string | Buffer)[], chunkBytes = 65_536, onRecord?: OnRecord) {
  const references: string[] = []
  const report = newReport()
  for (const [index, log] of logs.entries()) {
    const reader = createLogReader(`${index + 1}.log`, report, (record, object) => {
      references.push(record.reference ?? record.event)
      onRecord?.(record, object)
    })
    const bytes = Buffer.from(log)
    for (let start = 0; start < bytes.length; start += chunkBytes)
      reader.read(bytes.subarray(start, start + chunkBytes))
    reader.end()
  }
  return { ...report, references }
}

/** Runs the command in this process. */
export async function runLogsHere(parameters: string[]): Promise<CommandResult> {
  const said = { out: '', err: '' }
  const capture = (name: keyof typeof said) => (words: string | Uint8Array) => {
    said[name] += words
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture('err')),
  ]
  try {
    return { code: await readLogs(parameters), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs the command on a log file, in this process. `LOG` replaces the file's name in the output. */
export async function readLog(parameters: string[], log: string | Buffer): Promise<CommandResult> {
  const file = await tempFile(log)
  const { code, out, err } = await runLogsHere([...parameters, file])
  return { code, out: out.replaceAll(file, 'LOG'), err: err.replaceAll(file, 'LOG') }
}

/** What the command prints for this log. */
export async function answerOf(parameters: string[], log: string): Promise<string> {
  const { out } = await readLog(parameters, log)
  return out.trimEnd()
}

/** Runs the command in a process of its own. */
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
  return spawn(process.execPath, [...nodeOptions, ...script, ...parameters], { env, stdio: 'pipe' })
}
