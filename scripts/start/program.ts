/** Programs that the start command runs, each in its own process group, and that never outlive it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import ms from 'ms'
import type { Environment } from '../../lib/config/settings'
import { codeOf } from '../../lib/error-code'
import { projectFolder } from './project'

export type Program = {
  /** For messages: 'The site'. */
  name: string
  /** Node's arguments. */
  run: string[]
  environment: Environment
  /** The working directory; by default the project's folder. */
  folder?: string
  /** Handles a line of output. The last of those it doesn't show (false) are kept, to explain an ending. */
  showLine(line: string, stream: 'stdout' | 'stderr'): boolean
  isReady?(): boolean | Promise<boolean>
  /** SIGTERM by default. */
  stopSignal?(): NodeJS.Signals
  /** The time to stop before it's killed; by default ten seconds. */
  stopTimeoutMs?: number
}

export type RunningProgram = ReturnType<typeof startProgram>

/** The exit code after a signal is a shell's: 137 after SIGKILL. `words` are such as 'The site exited with code 1'. */
export type Ending = { exitCode: number; words: string; hiddenLines: string }

/** Starts a program. */
export function startProgram(program: Program) {
  const child = spawn(process.execPath, program.run, {
    cwd: program.folder ?? projectFolder,
    env: program.environment as NodeJS.ProcessEnv,
    // Ctrl-C reaches only the start command, which stops the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const hiddenLines = readLines(child, program)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const kill = () => signalGroup(child, 'SIGKILL')
  process.once('exit', () => isRunning() && kill())
  // What it started itself ends with it.
  child.once('exit', kill)
  const ended = once(child, 'close').then(
    (): Ending => ({
      exitCode: child.signalCode ? 128 + constants.signals[child.signalCode] : (child.exitCode ?? 1),
      words: `${program.name} ${child.signalCode ? `was stopped by ${child.signalCode}` : `exited with code ${child.exitCode}`}`,
      hiddenLines: hiddenLines.join('\n'),
    }),
  )
  return {
    isRunning,
    /** Never rejects. */
    ended,
    whenReady: async () => {
      while (!(await program.isReady?.())) await delay(100)
    },
    /** Stops it gracefully; again if it's already stopping. */
    stop: () => {
      if (isRunning()) signalGroup(child, program.stopSignal?.() ?? 'SIGTERM')
      setTimeout(() => isRunning() && kill(), program.stopTimeoutMs ?? ms('10s')).unref()
      return ended
    },
  }
}

const maxHiddenLines = 500

function readLines(child: ChildProcess, { showLine }: Program): string[] {
  const hiddenLines: string[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    const input = child[stream]
    if (!input) continue
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (showLine(line, stream)) return
      hiddenLines.push(line)
      if (hiddenLines.length > maxHiddenLines) hiddenLines.shift()
    })
  }
  return hiddenLines
}

function signalGroup({ pid: groupId }: ChildProcess, signal: NodeJS.Signals): void {
  if (groupId === undefined) return
  try {
    process.kill(-groupId, signal)
  } catch (error) {
    // The group is gone. macOS reports EPERM if its processes have ended but aren't reaped.
    if (!['ESRCH', 'EPERM'].includes(codeOf(error) ?? '')) throw error
  }
}
