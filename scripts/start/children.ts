/** The programs that the start command runs: each in a process group of its own, ended as a whole. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { projectFolder } from './project'

export type Program = {
  /** What Node is to run, with arguments. */
  run: string[]
  environment: NodeJS.ProcessEnv
  /** Where it runs; the project's folder if not said. */
  folder?: string
  /** Gets each line the program writes. One that is not shown (false) is kept, to tell why the program ended. */
  showLine(line: string, stream: 'stdout' | 'stderr'): boolean
  keptLines: number
  /** How long it may take to end by itself when it is asked to. */
  closeWithinMs: number
}

export type Child = {
  processId: number | undefined
  /** How it ended, once it is gone. Never rejects. */
  ended: Promise<Ending>
  close(): Promise<void>
  closeNow(): void
}

export type Ending = { isSuccess: boolean; words: string; lastLines: string }

/** Starts a program. It ends at `close`, and also when this process is gone in whatever way. */
export function openChild(program: Program): Child {
  const child = spawn(process.execPath, program.run, {
    cwd: program.folder ?? projectFolder,
    env: program.environment,
    // A Ctrl-C in the terminal then reaches the start command alone, which ends the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lastLines = watchLines(child, program)
  const closeLeash = openLeash(child, program.closeWithinMs)
  const ended = watchEnd(child).then((ending) => {
    closeLeash()
    return { ...ending, lastLines: lastLines.join('\n') }
  })
  return {
    processId: child.pid,
    ended,
    close: async () => {
      signalGroup(child, 'SIGTERM')
      await Promise.race([ended, delay(program.closeWithinMs, null, { ref: false })])
      signalGroup(child, 'SIGKILL')
      await ended
    },
    closeNow: () => {
      // Asked a second time a program of ours says what it breaks off.
      signalGroup(child, 'SIGTERM')
      setTimeout(() => signalGroup(child, 'SIGKILL'), lastWordsMs).unref()
    },
  }
}

function watchLines(child: ChildProcess, { showLine, keptLines }: Program): string[] {
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
async function watchEnd(child: ChildProcess): Promise<Omit<Ending, 'lastLines'>> {
  const closed = once(child, 'close').catch(() => null)
  const ending = await new Promise<Omit<Ending, 'lastLines'>>((resolve) => {
    child.once('error', (error) => resolve({ isSuccess: false, words: `could not run: ${error.message}` }))
    child.once('exit', (code, signal) => {
      resolve({
        isSuccess: code === 0,
        words: signal ? `was ended by ${signal}` : `ended with exit code ${code}`,
      })
    })
  })
  await Promise.race([closed, delay(lastWordsMs, null, { ref: false })])
  return ending
}

/** A shell that ends the group when its pipe closes: even `kill -9` of the start command leaves nothing running. */
function openLeash({ pid: groupId }: ChildProcess, closeWithinMs: number): () => void {
  if (groupId === undefined) return () => undefined
  const script = [
    'read -r _',
    'kill -TERM "-$0"',
    'left=$1; while [ "$left" -gt 0 ]; do sleep 1; kill -0 "-$0" || exit; left=$((left - 1)); done',
    'kill -KILL "-$0"',
  ].join('\n')
  const leash = spawn('sh', ['-c', script, String(groupId), String(Math.ceil(closeWithinMs / 1000))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  leash.once('error', () => undefined) // An image without a shell goes without a leash.
  return () => leash.kill('SIGKILL')
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

const lastWordsMs = 1_000
