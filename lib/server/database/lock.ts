import 'server-only'
/** A folder that one process has to itself: the emulator's accounts, the embedded database. */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { currentProcess, type Holder, isHolderAlive, parseHolder } from './lock-owner'
import { makePrivate, systemCodeOf } from './private-folder'

export type Claim = { close(): Promise<void> }

export type ClaimResult =
  | { status: 'claimed'; claim: Claim; isPrivate: boolean }
  /** In words for the person, naming the holder or the fault. */
  | { status: 'refused'; problem: string }

/**
 * Takes a folder of `DATA_DIR` until `close` or the end of the process, and shuts both to all other users first. A holder
 * that is dead is succeeded.
 */
export async function claimFolder(folder: string): Promise<ClaimResult> {
  const file = path.join(folder, 'holder')
  const own: Holder = { id: randomUUID(), ...(await currentProcess()) }
  try {
    const privacy = await makePrivate(folder)
    if (privacy.status === 'refused') return privacy
    const other = await takeOrFindHolder(file, own)
    if (other) return { status: 'refused', problem: describeHolder(other, folder, file) }
    return { status: 'claimed', claim: keepClaim(file, own), isPrivate: privacy.status === 'private' }
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === null) throw error
    return { status: 'refused', problem: `${folder} cannot be written (${code}). Set another DATA_DIR.` }
  }
}

/** Who has the folder at the moment, in words; null if nobody has. Takes nothing. */
export async function describeHolderOf(folder: string): Promise<string | null> {
  const file = path.join(folder, 'holder')
  const holder = await readHolder(file)
  if (!holder || !(await isHolderAlive(holder, file, 3 * beatMs))) return null
  return `process ${holder.processId} (${holder.place})`
}

/** How often a holder shows that it lives, for those that cannot see its process. */
const beatMs = 2_000

/**
 * Null once the file is ours, else its living holder. The right to succeed a dead holder is a claim by itself,
 * so that of several who find the same dead one only one takes its place.
 */
async function takeOrFindHolder(file: string, own: Holder): Promise<Holder | null> {
  if (await create(file, own)) return null
  const other = await readHolder(file)
  if (!other) return takeOrFindHolder(file, own)
  if (await isHolderAlive(other, file, 3 * beatMs)) return other
  const succession = `${file}.${other.id}`
  const rival = await takeOrFindHolder(succession, own)
  if (rival) return rival
  try {
    const current = await readHolder(file)
    if (current?.id !== other.id) return takeOrFindHolder(file, own)
    const fresh = `${file}.fresh-${own.id}`
    await writeFile(fresh, JSON.stringify(own))
    await rename(fresh, file)
    return null
  } finally {
    await rm(succession, { force: true })
  }
}

async function create(file: string, own: Holder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(own), { flag: 'wx' })
    return true
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Null when the file is gone. One that stays unreadable was cut off by a crash: its holder is dead. */
async function readHolder(file: string): Promise<Holder | null> {
  for (const waitMs of [0, 50, 200, 800]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      const holder = parseHolder(await readFile(file, 'utf8'))
      if (holder) return holder
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return null
      throw error
    }
  }
  return { id: 'unreadable', processId: 0, startedAt: null, place: '' }
}

function keepClaim(file: string, own: Holder): Claim {
  const beat = setInterval(() => void showLife(file), beatMs).unref()
  const releaseAtExit = () => release(file, own)
  process.once('exit', releaseAtExit)
  return {
    close: async () => {
      clearInterval(beat)
      process.off('exit', releaseAtExit)
      release(file, own)
    },
  }
}

/** Without waiting for anything: nothing is waited for while a process ends. */
function release(file: string, own: Holder): void {
  try {
    if (parseHolder(readFileSync(file, 'utf8'))?.id === own.id) rmSync(file, { force: true })
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error
  }
}

/** A beat that fails is made up for by the next; the folder may be gone, as after a test. */
async function showLife(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now).catch((error: unknown) => {
    if (systemCodeOf(error) === null) throw error
  })
}

function describeHolder({ processId, place }: Holder, folder: string, file: string): string {
  return (
    `${folder} is in use by process ${processId} (${place}). Stop that, or set another DATA_DIR. ` +
    `If that process is no Foyer, delete ${file}.`
  )
}
