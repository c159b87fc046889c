import 'server-only'
/** Who holds a claim, and whether that process still lives. */
import { execFile } from 'node:child_process'
import { readFile, readlink, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import * as v from 'valibot'

const holderShape = v.object({
  /** Of this claim, not of the process. */
  id: v.string(),
  processId: v.number(),
  /** When the process started, in the system's own terms: numbers of processes are given out again. */
  startedAt: v.nullable(v.string()),
  /** Where its number means something: the host, and in a container that container. */
  place: v.string(),
})

export type Holder = v.InferOutput<typeof holderShape>

export function parseHolder(text: string): Holder | null {
  try {
    const parsed = v.safeParse(holderShape, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What this process writes into its claims. */
export async function currentProcess(): Promise<Omit<Holder, 'id'>> {
  return { processId: process.pid, startedAt: await startOf(process.pid), place: await currentPlace() }
}

/**
 * Whether the holder's process is there. One of another place (a container that shares the folder) cannot be
 * seen: it lives if it touches its file while we watch.
 */
export async function isHolderAlive(holder: Holder, file: string, watchMs: number): Promise<boolean> {
  if (holder.processId <= 0) return false
  if (holder.place !== (await currentPlace())) return isTouched(file, watchMs)
  if (!isRunning(holder.processId)) return false
  const startedAt = await startOf(holder.processId)
  return holder.startedAt === null || startedAt === null || startedAt === holder.startedAt
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    if (isCodeOf(error, 'EPERM')) return true
    if (isCodeOf(error, 'ESRCH')) return false
    throw error
  }
}

async function isTouched(file: string, watchMs: number): Promise<boolean> {
  const touchedAt = await modifiedAt(file)
  const deadline = Date.now() + watchMs
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    if ((await modifiedAt(file)) !== touchedAt) return true
  }
  return false
}

async function modifiedAt(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (isCodeOf(error, 'ENOENT')) return null
    throw error
  }
}

async function currentPlace(): Promise<string> {
  const space = process.platform === 'linux' ? await textOrNull(() => readlink('/proc/self/ns/pid')) : null
  return space ? `${hostname()}, ${space}` : hostname()
}

/** Null where it cannot be found out. */
async function startOf(processId: number): Promise<string | null> {
  if (process.platform === 'win32') return null
  if (process.platform !== 'linux') {
    const listed = textOrNull(
      async () => (await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(processId)])).stdout,
    )
    return (await listed)?.trim() || null
  }
  const boot = await textOrNull(() => readFile('/proc/sys/kernel/random/boot_id', 'utf8'))
  const status = await textOrNull(() => readFile(`/proc/${processId}/stat`, 'utf8'))
  // The name before it is in brackets and may contain anything; the start is the 22nd field.
  const ticks = status?.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  return ticks ? `${boot?.trim() ?? ''} ${ticks}` : null
}

/** What the system does not tell counts as unknown. */
async function textOrNull(read: () => Promise<string>): Promise<string | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function isCodeOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
