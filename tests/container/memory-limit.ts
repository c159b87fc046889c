/** A memory limit by a control group, as container runtimes set it. */
import { mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MemoryLimit = {
  description: string
  /** Arguments to put before a program's, which apply the limit. */
  prefix: readonly string[]
  /** The sum of the peak memory of its running processes. */
  peakBytes(): number
  /** How often the kernel killed a process for lack of memory. */
  kills(): number
  close(): void
}

/** Limits memory and disables swap. Throws if the machine has no control groups for it. */
export function createMemoryLimit(bytes: number): MemoryLimit {
  const group = versions.map(openGroup).find((opened) => opened !== null)
  if (!group) throw new Error('This machine lets nobody limit memory: it has no control groups for it.')
  const { folder, limit, swap, events } = group
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, limit), String(bytes))
  writeFileSync(join(folder, swap), '0')
  return {
    description: `${bytes / mebibyte} MB by the control group ${folder}`,
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

/** Version 1 has a tree for memory, version 2 one tree for everything. */
const versions: readonly Version[] = [
  {
    tree: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    swap: 'memory.swappiness',
    events: 'memory.oom_control',
  },
  { tree: '/sys/fs/cgroup', limit: 'memory.max', swap: 'memory.swap.max', events: 'memory.events' },
]

/** Creates a group, which is a folder in the tree; null if the machine lacks this version. */
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
