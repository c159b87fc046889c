/** How `npm start` runs Node, and the processes that a start command started. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The arguments of Node; the last is the program. */
export const startCommand: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8'))
  .scripts.start.split(' ')
  .slice(1)

/** As `scripts/start/project` has them, which Playwright's loader cannot read (`import.meta`). */
export const typescriptFlags = startCommand.slice(0, -1)

/** V8's baseline compiler alone: no test runs the embedded database's large WebAssembly module long enough for the optimizing one. */
export const quickStart = '--liftoff-only'

export type Process = { id: number; command: string }

/** All descendants of the process. */
export function descendantsOf(processId: number): Process[] {
  const listed = listProcesses()
  const children = listed.filter(({ parentId }) => parentId === processId)
  return children.flatMap((child) => [child, ...descendantsOf(child.id)])
}

/** Those that still run. */
export function stillRunning(processes: Process[]): Process[] {
  const running = new Set(listProcesses().map(({ id }) => id))
  return processes.filter(({ id }) => running.has(id))
}

/** Kills the process whose command matches. */
export function killProcess(processes: Process[], command: RegExp): void {
  const found = processes.find((process) => command.test(process.command))
  if (!found) throw new Error(`none of the processes is ${command}`)
  process.kill(found.id, 'SIGKILL')
}

function listProcesses(): Array<Process & { parentId: number }> {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return fields
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([id, parentId, , ...command]) => ({
      id: Number(id),
      parentId: Number(parentId),
      command: command.join(' '),
    }))
}
