/** A program that the start command runs: in a process group of its own, ended as a whole. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import ms from 'ms'
import { projectFolder } from './project'
import { startProblem } from './terminal'

export type Program = {
  /** For words about it: 'The site'. */
  name: string
  /** What Node is to run, with arguments. */
  run: string[]
  environment: NodeJS.ProcessEnv
  /** Where it runs; the project's folder if not said. */
  folder?: string
  /** Gets each line the program writes. One that is not shown (false) is kept, to tell why the program ended. */
  showLine(line: string, stream: 'stdout' | 'stderr'): boolean
  /** Whether it can be used; one without it is not waited for. */
  isReady?(): boolean | Promise<boolean>
  /** Once it was ready, to end otherwise than by itself and with 0 is a fault. */
  mustEndWell?: boolean
  /** How it is asked to end; SIGTERM if not said. */
  stopSignal?(): NodeJS.Signals
  /** How long it may then take to end by itself. */
  stopWithinMs: number
}

export type Child = {
  /** How it ended, once it is gone. Never rejects. */
  ended: Promise<Ending>
  /** Waits until it can be used. Fails, showing its last words, when it ends before, or takes too long. */
  whenReady(): Promise<void>
  /** Fails when it ends: it was to run until it is stopped. */
  requireRunning(): Promise<never>
  /** Fails if it should have ended well, and did not. */
  stop(): Promise<void>
  stopNow(): void
}

export type Ending = { isSuccess: boolean; words: string; lastLines: string }

/** Starts a program. It ends at `stop`, and also when this process is gone in whatever way. */
export function startChild(program: Program): Child {
  const child = spawn(process.execPath, program.run, {
    cwd: program.folder ?? projectFolder,
    env: program.environment,
    // A Ctrl-C in the terminal then reaches the start command alone, which ends the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lastLines = readLines(child, program)
  const releaseLeash = leash(child, program.stopWithinMs)
  const ended = endingOf(child).then((ending) => {
    releaseLeash()
    return { ...ending, lastLines: lastLines.join('\n') }
  })
  let state: 'starting' | 'ready' | 'gone' = 'starting'
  void ended.then(() => {
    state = 'gone'
  })
  return {
    ended,
    whenReady: async () => {
      const deadline = Date.now() + readyWithinMs
      while (!(await program.isReady?.())) {
        const ending = await Promise.race([ended, delay(100, null)])
        if (ending) throw startProblem(describeEnding(program.name, ending))
        if (Date.now() > deadline)
          throw startProblem(`${program.name} did not answer within ${ms(readyWithinMs)}.`)
      }
      state = 'ready'
    },
    requireRunning: async () => {
      throw startProblem(describeEnding(program.name, await ended))
    },
    stop: async () => {
      const mustEndWell = program.mustEndWell && state === 'ready'
      signalGroup(child, program.stopSignal?.() ?? 'SIGTERM')
      await Promise.race([ended, delay(program.stopWithinMs, null, { ref: false })])
      signalGroup(child, 'SIGKILL')
      const { isSuccess, words } = await ended
      if (mustEndWell && !isSuccess) throw startProblem(`${program.name} did not end in order: it ${words}.`)
    },
    stopNow: () => {
      // Asked a second time a program of ours says what it breaks off.
      signalGroup(child, 'SIGTERM')
      setTimeout(() => signalGroup(child, 'SIGKILL'), lastWordsMs).unref()
    },
  }
}

function describeEnding(name: string, { words, lastLines }: Ending): string {
  return lastLines ? `${name} ${words}. It said last:\n\n${lastLines}\n` : `${name} ${words}.`
}

function readLines(child: ChildProcess, { showLine }: Program): string[] {
  const lastLines: string[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    const input = child[stream]
    if (!input) continue
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (showLine(line, stream)) return
      lastLines.push(line)
      if (lastLines.length > keptLines) lastLines.shift()
    })
  }
  return lastLines
}

/** A grandchild may hold the pipes open for ever, so the last words are awaited for a moment only. */
async function endingOf(child: ChildProcess): Promise<Omit<Ending, 'lastLines'>> {
  const closed = once(child, 'close').catch(() => null)
  const ending = await new Promise<Omit<Ending, 'lastLines'>>((resolve) => {
    child.once('error', (error) => resolve({ isSuccess: false, words: `could not run: ${error.message}` }))
    child.once('exit', (code, signal) => {
      const words = signal ? `was ended by ${signal}` : `ended with exit code ${code}`
      resolve({ isSuccess: code === 0, words })
    })
  })
  await Promise.race([closed, delay(lastWordsMs, null, { ref: false })])
  return ending
}

/** A shell that ends the group when its pipe closes: even `kill -9` of the start command leaves nothing running. */
function leash({ pid: groupId }: ChildProcess, stopWithinMs: number): () => void {
  if (groupId === undefined) return () => undefined
  const script = [
    'read -r _',
    'kill -TERM "-$0"',
    'left=$1; while [ "$left" -gt 0 ]; do sleep 1; kill -0 "-$0" || exit; left=$((left - 1)); done',
    'kill -KILL "-$0"',
  ].join('\n')
  const shell = spawn('sh', ['-c', script, String(groupId), String(Math.ceil(stopWithinMs / 1000))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => undefined) // An image without a shell goes without a leash.
  return () => shell.kill('SIGKILL')
}

function signalGroup({ pid: groupId }: ChildProcess, signal: NodeJS.Signals): void {
  if (groupId === undefined) return
  try {
    process.kill(-groupId, signal)
  } catch (error) {
    // Nobody is left; macOS says EPERM when all have ended and are not yet cleared away.
    if (error instanceof Error && 'code' in error && ['ESRCH', 'EPERM'].includes(String(error.code))) return
    throw error
  }
}

const keptLines = 500
const lastWordsMs = ms('1s')
const readyWithinMs = ms('5m')
