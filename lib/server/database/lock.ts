import 'server-only'
/** A lock file, so that one process at a time uses a folder of `DATA_DIR`. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { codeOf } from '@/lib/error-code'
import { parseJson } from '@/lib/json'
import { makePrivate } from '@/lib/server/private-folder'

type LockResult =
  | { status: 'locked'; lock: { close(): Promise<void> }; isPrivate: boolean }
  /** A message for the administrator, naming the owner or the fault. */
  | { status: 'refused'; problem: string }

/** Locks a folder of `DATA_DIR` until `close` or exit, and makes both folders private. Takes over a dead owner's lock. */
export async function lockFolder(folder: string): Promise<LockResult> {
  const file = lockFileIn(folder)
  try {
    const privacy = await makePrivate(folder)
    if (privacy.status === 'refused') return privacy
    const own = currentOwner()
    const other = await takeLock(file, own)
    if (!other)
      return { status: 'locked', lock: holdLock(file, own), isPrivate: privacy.status === 'private' }
    const reason = `${folder} is in use by ${describeOwner(other)}. Stop that, or set another DATA_DIR.`
    return { status: 'refused', problem: `${reason} If that process is another program, delete ${file}.` }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { status: 'refused', problem: `${folder} cannot be written (${code}). Set another DATA_DIR.` }
  }
}

/** Describes the lock's owner; null if the lock is free. Doesn't take it. */
export async function describeLockOwner(folder: string): Promise<string | null> {
  const file = lockFileIn(folder)
  const owner = await readOwner(file)
  return owner && (await isAlive(owner, file)) ? describeOwner(owner) : null
}

function lockFileIn(folder: string): string {
  return path.join(folder, 'lock')
}

const ownerShape = v.object({
  /** Identifies this lock, not the process. */
  id: v.string(),
  processId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When the process started, in the system's own format: process IDs get reused. */
  startedAt: v.nullable(v.string()),
  /** Where the process ID is valid: the host and, in a container, its PID namespace. */
  place: v.string(),
})

type Owner = v.InferOutput<typeof ownerShape>

function currentOwner(): Owner {
  const processId = process.pid
  return { id: crypto.randomUUID(), processId, startedAt: processStart(processId), place: currentPlace() }
}

function describeOwner({ processId, place }: Owner): string {
  return `process ${processId} (${place})`
}

/**
 * Returns null once we own the file, else its living owner. Of several processes that find the same dead owner, only one
 * may replace it: the one that takes the takeover lock, which then becomes the new lock. The others see a changed owner
 * and start over.
 */
async function takeLock(file: string, own: Owner): Promise<Owner | null> {
  const creation = writeFile(file, JSON.stringify(own), { flag: 'wx' })
  const isOurs = await creation.then(() => true, rethrowUnless('EEXIST', false))
  if (isOurs) return null
  const other = await readOwner(file)
  if (!other) return takeLock(file, own)
  if (await isAlive(other, file)) return other.id === unknown.id ? takeLock(file, own) : other
  const takeover = `${file}.${other.id}`
  const rival = await takeLock(takeover, own)
  if (rival) return rival
  if ((await readOwner(file))?.id === other.id) {
    await rename(takeover, file)
    return null
  }
  await rm(takeover)
  return takeLock(file, own)
}

/** Null if the file is gone. */
async function readOwner(file: string): Promise<Owner | null> {
  const text = await readFile(file, 'utf8').catch(rethrowUnless('ENOENT', null))
  if (text === null) return null
  const parsed = v.safeParse(ownerShape, parseJson(text))
  return parsed.success ? parsed.output : unknown
}

/** The owner in a file that is still being written, or was truncated by a crash. */
const unknown = { id: 'unknown', processId: 0, startedAt: null, place: 'unknown' } as const satisfies Owner

function rethrowUnless<T>(code: string, value: T) {
  return (error: unknown): T => {
    if (codeOf(error) === code) return value
    throw error
  }
}

/** How often an owner touches its file. */
const heartbeatMs = 2_000

/** An owner on another host or in another container is alive if it touches its file. */
async function isAlive(owner: Owner, file: string): Promise<boolean> {
  if (owner.place === currentPlace()) return isRunning(owner)
  const touchedAt = await modifiedAt(file)
  for (const deadline = Date.now() + 3 * heartbeatMs; Date.now() < deadline; await sleep(200))
    if ((await modifiedAt(file)) !== touchedAt) return true
  return false
}

function modifiedAt(file: string): Promise<number | null> {
  return stat(file).then(({ mtimeMs }) => mtimeMs, rethrowUnless('ENOENT', null))
}

/** When in doubt, counts as running. */
function isRunning({ processId, startedAt }: Owner): boolean {
  try {
    process.kill(processId, 0)
  } catch (error) {
    // EPERM: it's running as another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  const found = processStart(processId)
  return found === null || startedAt === null || found === startedAt
}

function currentPlace(): string {
  const processSpace = readSystem(() => readlinkSync('/proc/self/ns/pid'))
  return processSpace ? `${hostname()}, ${processSpace}` : hostname()
}

function processStart(processId: number): string | null {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${processId}`], { encoding: 'utf8' }).stdout || null
  const boot = readSystem(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const status = readSystem(() => readFileSync(`/proc/${processId}/stat`, 'utf8'))
  // The command name is in parentheses and may contain anything; the start time is field 22 (proc(5)).
  const ticks = status?.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  return ticks ? `${boot?.trim()} ${ticks}` : null
}

/** Null if the system has no such file. */
function readSystem(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function holdLock(file: string, own: Owner) {
  const heartbeat = setInterval(() => void touch(file), heartbeatMs).unref()
  const release = () => {
    if (readSystem(() => readFileSync(file, 'utf8')) === JSON.stringify(own)) rmSync(file)
  }
  process.once('exit', release)
  return {
    close: async () => {
      clearInterval(heartbeat)
      process.off('exit', release)
      release()
    },
  }
}

/** A failed heartbeat doesn't matter: the next one follows soon. */
async function touch(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now).catch((error: unknown) => {
    if (codeOf(error) === null) throw error
  })
}
