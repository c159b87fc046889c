/** A child process of the start command with its own process group. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import ms from 'ms'
import { codeOf } from '../../lib/error-code'
import { projectFolder } from './project'
import { startProblem } from './terminal'

export type Program = {
  /** For messages: 'The site'. */
  name: string
  /** Node's arguments. */
  run: string[]
  environment: NodeJS.ProcessEnv
  /** The working directory; by default the project's folder. */
  folder?: string
  /** Handles a line of output. Lines it doesn't show (false) are kept, to explain a failure. */
  showLine(line: string, stream: 'stdout' | 'stderr'): boolean
  isReady?(): boolean | Promise<boolean>
  /** Whether an exit code other than 0 is a failure once the program was ready. */
  mustExitCleanly?: boolean
  /** SIGTERM by default. */
  stopSignal?(): NodeJS.Signals
  /** The time to stop before it's killed. */
  stopTimeoutMs: number
}

export type Child = {
  /** Never rejects. */
  ended: Promise<Ending>
  /** Waits until it's ready. Throws if it ends first, with its last output, or takes too long. */
  whenReady(): Promise<void>
  /** Throws when it ends. */
  requireRunning(): Promise<never>
  /** Throws if it should have exited cleanly, and didn't. */
  stop(): Promise<void>
  stopNow(): void
}

export type Ending = { isSuccess: boolean; words: string; lastLines: string }

/** Starts a program, which ends by `stop` or together with this process, however that ends. */
export function startChild(program: Program): Child {
  const child = spawn(process.execPath, program.run, {
    cwd: program.folder ?? projectFolder,
    env: program.environment,
    // Ctrl-C reaches only the start command, which stops the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lastLines = readLines(child, program)
  const stopWatchdog = startWatchdog(child, program.stopTimeoutMs)
  const ended = endingOf(child, lastLines)
  let state: 'starting' | 'ready' | 'gone' = 'starting'
  void ended.then(() => {
    stopWatchdog()
    state = 'gone'
  })
  return {
    ended,
    whenReady: async () => {
      const deadline = Date.now() + readyTimeoutMs
      while (!(await program.isReady?.())) {
        const ending = await Promise.race([ended, delay(100, null)])
        if (ending) throw startProblem(describeEnding(program.name, ending))
        if (Date.now() > deadline)
          throw startProblem(`${program.name} did not answer within ${ms(readyTimeoutMs)}.`)
      }
      state = 'ready'
    },
    requireRunning: async () => {
      throw startProblem(describeEnding(program.name, await ended))
    },
    stop: async () => {
      const mustExitCleanly = program.mustExitCleanly && state === 'ready'
      signalGroup(child, program.stopSignal?.() ?? 'SIGTERM')
      await Promise.race([ended, delay(program.stopTimeoutMs, null, { ref: false })])
      signalGroup(child, 'SIGKILL')
      const { isSuccess, words } = await ended
      if (mustExitCleanly && !isSuccess)
        throw startProblem(`${program.name} did not shut down cleanly: it ${words}.`)
    },
    stopNow: () => {
      // A second signal makes the site log the requests it aborts.
      signalGroup(child, 'SIGTERM')
      setTimeout(() => signalGroup(child, 'SIGKILL'), finalOutputMs).unref()
    },
  }
}

function describeEnding(name: string, { words, lastLines }: Ending): string {
  return lastLines ? `${name} ${words}. Its last output:\n\n${lastLines}\n` : `${name} ${words}.`
}

function readLines(child: ChildProcess, { showLine }: Program): string[] {
  const lastLines: string[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    const input = child[stream]
    if (!input) continue
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (showLine(line, stream)) return
      lastLines.push(line)
      if (lastLines.length > maxLastLines) lastLines.shift()
    })
  }
  return lastLines
}

/** Waits only briefly for the last output, as a grandchild may keep the pipes open. */
async function endingOf(child: ChildProcess, lastLines: readonly string[]): Promise<Ending> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  const ending = await new Promise<{ isSuccess: boolean; words: string }>((resolve) => {
    child.once('error', (error) =>
      resolve({ isSuccess: false, words: `could not be started: ${error.message}` }),
    )
    child.once('exit', (code, signal) => {
      const words = signal ? `was stopped by ${signal}` : `exited with code ${code}`
      resolve({ isSuccess: code === 0, words })
    })
  })
  await Promise.race([closed, delay(finalOutputMs, null, { ref: false })])
  return { ...ending, lastLines: lastLines.join('\n') }
}

/** Starts a shell that stops the group when its pipe closes, so that even `kill -9` leaves nothing running. */
function startWatchdog({ pid: groupId }: ChildProcess, stopTimeoutMs: number): () => void {
  if (groupId === undefined) return () => undefined
  const script = [
    'read -r _',
    'kill -TERM "-$0"',
    'left=$1; while [ "$left" -gt 0 ]; do sleep 1; kill -0 "-$0" || exit; left=$((left - 1)); done',
    'kill -KILL "-$0"',
  ].join('\n')
  const shell = spawn('sh', ['-c', script, String(groupId), String(Math.ceil(stopTimeoutMs / 1000))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => undefined) // Containers without a shell go without.
  return () => shell.kill('SIGKILL')
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

const maxLastLines = 500
const finalOutputMs = ms('1s')
const readyTimeoutMs = ms('5m')
