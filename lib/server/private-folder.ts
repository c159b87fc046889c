import 'server-only'
/** Keeps `DATA_DIR` private to the user running the site: it holds accounts, sessions and notes. */
import { chmod, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '@/lib/error-code'

/** `open`: other users can enter. */
export type Privacy =
  | { status: 'private' | 'open' | 'absent' }
  /** Needs an administrator; `problem` is a message for them. */
  | { status: 'refused'; problem: string }

/**
 * Creates a folder of `DATA_DIR` and sets both to mode 0700, whatever the umask and even if they exist. That
 * protects everything inside, whatever its own modes. Returns `open` if the file system has no modes.
 */
export async function makePrivate(folder: string): Promise<Privacy> {
  const dataDir = path.dirname(folder)
  const found = await examinePrivacy(dataDir)
  if (found.status === 'refused') return found
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const outer = await closeToOthers(dataDir)
  const inner = await closeToOthers(folder)
  return inner.status === 'refused' || outer.status === 'private' ? inner : outer
}

async function closeToOthers(folder: string): Promise<Privacy> {
  const found = await examinePrivacy(folder)
  if (found.status !== 'open') return found
  await chmod(folder, 0o700).catch((error: unknown) => {
    // For the owner, these mean that the file system has no modes.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
  })
  return examinePrivacy(folder)
}

/**
 * Checks who can enter the folder, without changing it. A shared folder isn't ours to close, and another
 * user's folder can't be made safe: its owner can replace what's inside.
 */
export async function examinePrivacy(folder: string): Promise<Privacy> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === null) throw error
    return null
  })
  if (!found?.isDirectory()) return { status: 'absent' }
  const userId = process.getuid?.()
  const othersMayEnter = (found.mode & 0o077) !== 0
  // Windows has neither these users nor these modes.
  if (userId === undefined || !othersMayEnter) return { status: 'private' }
  const isSticky = (found.mode & 0o1000) !== 0
  if (isSticky) return refused(folder, 'is shared by all users')
  if (userId !== 0 && userId !== found.uid)
    return refused(folder, 'belongs to another user and is open to others')
  return { status: 'open' }
}

function refused(folder: string, why: string): Privacy {
  const help = `Set DATA_DIR to a folder of the site's own, such as ${path.join(folder, 'foyer')}`
  return { status: 'refused', problem: `${folder} ${why}. ${help}.` }
}
