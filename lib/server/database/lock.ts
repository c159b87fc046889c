import 'server-only'
/** A lock file, so only one process uses a folder: the embedded database's or the emulator's accounts. */
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

export type LockResult =
  | { status: 'locked'; lock: { close(): Promise<void> }; isPrivate: boolean }
  /** A message for the administrator, naming the owner or the fault. */
  | { status: 'refused'; problem: string }

/**
 * Locks a folder of `DATA_DIR` until `close` or the process exits. First makes both folders private. Takes
 * over the lock of a dead owner.
 */
export async function lockFolder(folder: string): Promise<LockResult> {
  const file = lockFileIn(folder)
  try {
    const privacy = await makePrivate(folder)
    if (privacy.status === 'refused') return privacy
    const own = currentOwner()
    const other = await takeLock(file, own)
    if (!other)
      return { status: 'locked', lock: holdLock(file, own), isPrivate: privacy.status === 'private' }
    const words = `${folder} is in use by ${describeOwner(other)}. Stop that, or set another DATA_DIR.`
    return { status: 'refused', problem: `${words} If that process is no Foyer, delete ${file}.` }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { status: 'refused', problem: `${folder} cannot be written (${code}). Set another DATA_DIR.` }
  }
}

/** Describes who holds the lock; null if it's free. Doesn't take it. */
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
  return { id: crypto.randomUUID(), processId, startedAt: startOf(processId), place: currentPlace() }
}

function describeOwner({ processId, place }: Owner): string {
  return `process ${processId} (${place})`
}

/**
 * Returns null once we own the file, else its living owner. If several processes find the same dead owner,
 * only one may replace it: that right is a lock file too, which then becomes the new lock. The others see a
 * changed owner and start over.
 */
async function takeLock(file: string, own: Owner): Promise<Owner | null> {
  const creation = writeFile(file, JSON.stringify(own), { flag: 'wx' })
  const isCreated = await creation.then(() => true, passOnUnless('EEXIST', false))
  if (isCreated) return null
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
  const text = await readFile(file, 'utf8').catch(passOnUnless('ENOENT', null))
  if (text === null) return null
  const parsed = v.safeParse(ownerShape, parseJson(text))
  return parsed.success ? parsed.output : unknown
}

/** For a file still being written, or truncated by a crash. */
const unknown = { id: 'unknown', processId: 0, startedAt: null, place: 'unknown' } as const satisfies Owner

function passOnUnless<T>(code: string, value: T) {
  return (error: unknown): T => {
    if (codeOf(error) === code) return value
    throw error
  }
}

/** How often an owner touches its file, for processes that can't see it. */
const heartbeatMs = 2_000

/** An owner we can't see, on another host or in another container, is alive if it touches its file. */
async function isAlive(owner: Owner, file: string): Promise<boolean> {
  if (owner.place === currentPlace()) return isRunning(owner)
  const touchedAt = await modifiedAt(file)
  for (const deadline = Date.now() + 3 * heartbeatMs; Date.now() < deadline; await sleep(200))
    if ((await modifiedAt(file)) !== touchedAt) return true
  return false
}

function modifiedAt(file: string): Promise<number | null> {
  return stat(file).then(({ mtimeMs }) => mtimeMs, passOnUnless('ENOENT', null))
}

/** When in doubt, counts as running. */
function isRunning({ processId, startedAt }: Owner): boolean {
  try {
    process.kill(processId, 0)
  } catch (error) {
    // EPERM: it's running as another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  const found = startOf(processId)
  return found === null || startedAt === null || found === startedAt
}

function currentPlace(): string {
  const processSpace = systemText(() => readlinkSync('/proc/self/ns/pid'))
  return processSpace ? `${hostname()}, ${processSpace}` : hostname()
}

function startOf(processId: number): string | null {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${processId}`], { encoding: 'utf8' }).stdout || null
  const boot = systemText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const status = systemText(() => readFileSync(`/proc/${processId}/stat`, 'utf8'))
  // The command name is in parentheses and may contain anything; the start time is field 22 (proc(5)).
  const ticks = status?.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  return ticks ? `${boot?.trim()} ${ticks}` : null
}

/** Null if the system won't tell. */
function systemText(read: () => string): string | null {
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
    if (systemText(() => readFileSync(file, 'utf8')) === JSON.stringify(own)) rmSync(file)
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

/** A failed heartbeat doesn't matter: the next follows soon. The folder may be gone, as after a test. */
async function touch(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now).catch((error: unknown) => {
    if (codeOf(error) === null) throw error
  })
}
