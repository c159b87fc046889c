/** A limit of memory, as a container's runtime sets it: by a control group of this machine. */
import { mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MemoryLimit = {
  words: string
  /** The arguments before a program's that put it under the limit. */
  prefix: readonly string[]
  /** The most that its processes have had in memory, each counted at its own peak; those that are gone aren't. */
  peakBytes(): number
  /** How often the kernel has ended a process for lack of memory. */
  kills(): number
  close(): void
}

/** Limits memory, and swap with it. Throws where this machine has no such control groups. */
export function createMemoryLimit(bytes: number): MemoryLimit {
  const group = versions.map(openGroup).find((opened) => opened !== null)
  if (!group) throw new Error('This machine lets nobody limit memory: it has no control groups for it.')
  const { folder, limit, swap, events } = group
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, limit), String(bytes))
  writeFileSync(join(folder, swap), '0')
  return {
    words: `${bytes / mebibyte} MB by the control group ${folder}`,
    prefix: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    peakBytes: () =>
      read('cgroup.procs')
        .split('\n')
        .filter((id) => id !== '')
        .reduce((sum, id) => sum + peakOf(id), 0),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(events))?.[1]),
    close: () => rmdirSync(folder),
  }
}

export const mebibyte = 1024 * 1024

type Version = { tree: string; limit: string; swap: string; events: string }

/** The older version has a tree for memory alone, the newer one tree for everything. */
const versions: readonly Version[] = [
  {
    tree: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    swap: 'memory.swappiness',
    events: 'memory.oom_control',
  },
  { tree: '/sys/fs/cgroup', limit: 'memory.max', swap: 'memory.swap.max', events: 'memory.events' },
]

/** A new folder in such a tree is a group, with these files in it; null where the tree isn't one. */
function openGroup(version: Version): (Version & { folder: string }) | null {
  try {
    const folder = mkdtempSync(join(version.tree, 'foyer-'))
    readFileSync(join(folder, version.limit))
    return { ...version, folder }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function peakOf(processId: string): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
  return Number(kilobytes ?? 0) * 1024
}
