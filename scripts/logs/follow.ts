/** `npm run logs -- --follow`: errors as they are logged. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import ms from 'ms'
import { codeOf } from '../../lib/error-code'
import type { ErrorRecord } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import type { Query } from './arguments'
import { locationOf } from './groups'
import { createLogReader, describeNotUnderstood, newReport } from './log-reader'
import { type Filter, isMatch } from './overview'
import { describeCount, describeMoment, describeThrown, shorten } from './printable'
import { readSource, type Source } from './source'

type Print = (text: string) => void

/** Shows errors until Ctrl+C, or the end of the standard input. Returns the exit code. */
export async function followLog({ filter }: Query, source: Source, print: Print): Promise<0 | 1 | 3> {
  const follower = createFollower(filter, print)
  const report = newReport()
  const reader = createLogReader(source.name, report, follower.add)
  const timer = setInterval(follower.printRest, ms('10s'))
  process.once('SIGINT', () => {
    follower.printRest()
    process.exit(0)
  })
  const open = () => (source.file === null ? process.stdin : tailFile(source.file))
  const problem = await readSource({ name: source.name, open }, reader.read)
  clearInterval(timer)
  reader.end()
  follower.printRest()
  const notUnderstood = describeNotUnderstood(report)
  for (const words of [problem, notUnderstood]) if (words !== null) print(words)
  return problem !== null ? 1 : notUnderstood !== null ? 3 : 0
}

/** Between two calls of `printRest`, so a flood of made-up addresses doesn't flood the terminal. */
const maxPrinted = 20

/** Prints each error, and how many more there were whenever `printRest` is called. The server has folded repeats. */
export function createFollower(filter: Filter, print: Print) {
  let printed = 0
  let rest = 0

  function add(record: ErrorRecord): void {
    if (!isMatch(record, filter)) return
    printed++
    if (printed <= maxPrinted) print(describeError(record))
    else rest += record.count
  }

  function printRest(): void {
    if (rest > 0) print(`${' '.repeat(18)}And ${describeCount(rest, 'error')} more.`)
    printed = rest = 0
  }

  return { add, printRest }
}

function describeError(record: ErrorRecord): string {
  const { status, event, place, bot, reference, count, lastAt } = record
  const who = bot ?? (place === 'process' ? '' : 'a person')
  const times = count > 1 ? [describeCount(count, 'time')] : []
  const what = [status ?? '-', locationOf(record) ?? `(${place})`, describeThrown(record) || event]
  return [
    `${describeMoment(lastAt)}  ${what.join('  ')}`,
    [' '.repeat(16), who, ...times, reference].filter(Boolean).join('  '),
  ]
    .map((line) => shorten(printable(line), 110))
    .join('\n')
}

const pollEveryMs = 250
const chunkBytes = 64 * 1024

/**
 * Yields what is appended to a file from now on, and never ends by itself. After a rotation or truncation it continues
 * at the start of the file that has the name.
 */
export async function* tailFile(name: string): AsyncGenerator<Buffer, void> {
  let file = await open(name)
  let next: FileHandle | null = null
  try {
    let position = (await file.stat()).size
    while (true) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
      position += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (next) {
        await file.close()
        file = next
        next = null
        position = 0
        // The old file's last line ends here, complete or not.
        yield Buffer.from('\n')
      } else if ((await file.stat()).size < position) position = 0
      else {
        // Reads the old file once more before the next one: its writer may have been late.
        next = await replacementOf(name, file)
        await delay(pollEveryMs)
      }
    }
  } finally {
    await file.close()
    await next?.close()
  }
}

/** The file that has the name now, if it's a different one. */
async function replacementOf(name: string, file: FileHandle): Promise<FileHandle | null> {
  try {
    if ((await stat(name)).ino === (await file.stat()).ino) return null
    return await open(name)
  } catch (error) {
    // Between renaming the old file and creating the new one.
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
